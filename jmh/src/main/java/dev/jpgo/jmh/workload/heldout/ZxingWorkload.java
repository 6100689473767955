package dev.jpgo.jmh.workload.heldout;

import com.google.zxing.BarcodeFormat;
import com.google.zxing.BinaryBitmap;
import com.google.zxing.LuminanceSource;
import com.google.zxing.MultiFormatReader;
import com.google.zxing.MultiFormatWriter;
import com.google.zxing.RGBLuminanceSource;
import com.google.zxing.ReaderException;
import com.google.zxing.WriterException;
import com.google.zxing.common.BitMatrix;
import com.google.zxing.common.HybridBinarizer;
import dev.jpgo.jmh.workload.Checksum;
import dev.jpgo.jmh.workload.Workload;

/** Codes of several kinds are drawn and read from the picture again. */
public final class ZxingWorkload implements Workload {

  @Override
  public long iterate() throws WriterException, ReaderException {
    Checksum checksum = new Checksum();
    checksum.add(
        code(BarcodeFormat.QR_CODE, "https://example.com/orders/4711?open=true", 180, 180));
    checksum.add(code(BarcodeFormat.AZTEC, "a code in a square of squares", 160, 160));
    checksum.add(code(BarcodeFormat.CODE_128, "ORDER-4711-AB", 400, 60));
    return checksum.value();
  }

  private static String code(BarcodeFormat format, String text, int width, int height)
      throws WriterException, ReaderException {
    BitMatrix drawn = new MultiFormatWriter().encode(text, format, width, height);
    int[] pixels = new int[drawn.getWidth() * drawn.getHeight()];
    for (int y = 0; y < drawn.getHeight(); y++) {
      for (int x = 0; x < drawn.getWidth(); x++) {
        pixels[y * drawn.getWidth() + x] = drawn.get(x, y) ? 0xff000000 : 0xffffffff;
      }
    }
    LuminanceSource picture = new RGBLuminanceSource(drawn.getWidth(), drawn.getHeight(), pixels);
    return new MultiFormatReader().decode(new BinaryBitmap(new HybridBinarizer(picture))).getText();
  }
}
