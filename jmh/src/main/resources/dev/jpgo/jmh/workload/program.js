// The rhino workload: a work queue, a string index, a sort with a closure and recursion.
function Task(id, priority, size) {
  this.id = id;
  this.priority = priority;
  this.remaining = size;
  this.runs = 0;
}
Task.prototype.step = function (quantum) {
  var used = Math.min(quantum, this.remaining);
  this.remaining -= used;
  this.runs++;
  return used;
};
Task.prototype.done = function () {
  return this.remaining === 0;
};

function Scheduler() {
  this.queue = [];
  this.clock = 0;
  this.log = {};
}
Scheduler.prototype.add = function (task) {
  this.queue.push(task);
};
Scheduler.prototype.next = function () {
  var best = 0;
  for (var i = 1; i < this.queue.length; i++) {
    if (this.queue[i].priority > this.queue[best].priority) best = i;
  }
  return this.queue.splice(best, 1)[0];
};
Scheduler.prototype.run = function () {
  while (this.queue.length > 0) {
    var task = this.next();
    this.clock += task.step(3 + task.id % 4);
    if (task.done()) {
      this.log['task' + task.id] = this.clock;
    } else {
      task.priority--;
      this.add(task);
    }
  }
  return this.clock;
};

function words(count) {
  var seed = 42, list = [];
  for (var i = 0; i < count; i++) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    var word = '';
    for (var n = seed; n > 0; n = Math.floor(n / 97)) {
      word += String.fromCharCode(97 + n % 26);
    }
    list.push(word);
  }
  return list;
}

function index(list) {
  var byLetter = {};
  list.forEach(function (word) {
    var key = word.charAt(0);
    (byLetter[key] = byLetter[key] || []).push(word);
  });
  return Object.keys(byLetter).sort().map(function (key) {
    return key + byLetter[key].sort(function (a, b) {
      return a.length - b.length || (a < b ? -1 : 1);
    }).join(',').replace(/[aeiou]+/g, '*');
  });
}

function hanoi(n, from, to, spare, moves) {
  if (n === 0) return;
  hanoi(n - 1, from, spare, to, moves);
  moves[from + to] = (moves[from + to] || 0) + 1;
  hanoi(n - 1, spare, to, from, moves);
}

var scheduler = new Scheduler();
for (var i = 0; i < 24; i++) scheduler.add(new Task(i, i * 7 % 11, 5 + i * 3 % 17));
var moves = {};
hanoi(7, 'a', 'b', 'c', moves);
[scheduler.run(), JSON.stringify(scheduler.log), index(words(120)).join(';'), JSON.stringify(moves)]
    .join('|');
