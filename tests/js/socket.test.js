import assert from "node:assert/strict";
import {test} from "node:test";
import {Socket} from "../../racing/static/racing/socket.js";
import {FakeServer, listening, ply, race, refused, table, welcome} from "./fake_line.js";

function connected(at = 4) {
  const server = new FakeServer();
  const {heard, listener} = listening();
  const socket = new Socket(server.around, listener);
  socket.open();
  server.say(welcome);
  server.say(table(at));
  return {server, socket, heard, of: (name) => heard.filter((entry) => entry[0] === name || entry === name)};
}

const plays = (line) => line.sent.filter((command) => command.do === "play").map(({ply, move}) => `${ply} ${move}`);
const said = (line, what) => line.sent.filter((command) => command.do === what).length;

test("a play carries the number after the newest ply", () => {
  const {server, socket} = connected(4);
  assert.equal(socket.play("7-f"), 5);
  assert.deepEqual(server.line.sent.at(-1), {do: "play", ply: 5, move: "7-f"});
});

test("plays in a row are numbered on before the first is answered", () => {
  const {server, socket} = connected(4);
  socket.play("7-f");
  socket.play("8-9");
  assert.deepEqual(plays(server.line), ["5 7-f", "6 8-9"]);
});

test("plies are handed on in order and once", () => {
  const {server, of} = connected(4);
  server.say(ply(5, "7-f"));
  server.say(ply(5, "7-f"));
  server.say(ply(6, "8-9"));
  assert.deepEqual(of("ply").map(([, message]) => message.ply), [5, 6]);
});

test("a gap asks once for the whole table and hands nothing on", () => {
  const {server, of} = connected(4);
  server.say(ply(6, "8-9"));
  server.say(ply(7, "8-10"));
  assert.equal(said(server.line, "resync"), 1);
  assert.deepEqual(of("ply"), []);
  server.say(table(7));
  server.say(ply(8, "r"));
  assert.deepEqual(of("ply").map(([, message]) => message.ply), [8]);
});

test("an unanswered play is sent again with its number after the line broke, once the table is there", () => {
  const {server, socket} = connected(4);
  socket.play("7-f");
  server.breakLine(1006);
  server.pass(1000);
  assert.equal(server.lines.length, 2);
  server.say(welcome);
  assert.deepEqual(plays(server.line), []);
  server.say(table(4));
  assert.deepEqual(plays(server.line), ["5 7-f"]);
});

test("a play that was accepted though its answer was lost is settled by the same answer, and not drawn twice", () => {
  const {server, socket, of} = connected(4);
  socket.play("7-f");
  socket.play("8-9");
  server.breakLine(1006);
  server.pass(1000);
  server.say(welcome);
  server.say(table(5));
  assert.deepEqual(plays(server.line), ["5 7-f", "6 8-9"]);
  server.say(ply(5, "7-f"));
  server.say(ply(6, "8-9"));
  assert.deepEqual(of("ply").map(([, message]) => message.ply), [6]);
  assert.deepEqual(socket.unanswered, []);
  assert.deepEqual(of("dropped"), []);
});

test("a play made while there is no line is kept and sent when there is one", () => {
  const {server, socket} = connected(4);
  server.breakLine(1006);
  assert.equal(socket.play("7-f"), 5);
  server.pass(1000);
  server.say(welcome);
  server.say(table(4));
  assert.deepEqual(plays(server.line), ["5 7-f"]);
});

test("a burst over three broken lines ends with every play answered once", () => {
  const {server, socket, of} = connected(0);
  const log = [];
  const answer = (line) => {
    for (const command of line.sent.splice(0)) {
      if (command.do !== "play") continue;
      if (command.ply === log.length + 1) log.push(command.move);
      if (line.open && log[command.ply - 1] === command.move) server.say(ply(command.ply, command.move));
    }
  };
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 5; i++) socket.play(`${round + 1}-${i + 4}`);
    const line = server.line;
    server.breakLine(1006); // the server got them all, and no answer came through
    answer(line);
    server.pass(10000);
    server.say(welcome);
    server.say(table(log.length));
    answer(server.line);
  }
  assert.equal(log.length, 15);
  assert.equal(new Set(log).size, 15);
  assert.deepEqual(socket.unanswered, []);
  assert.deepEqual(of("refused"), []);
});

test("a refused play gives up the later ones, and their refusals are not shown", () => {
  const {server, socket, of} = connected(4);
  socket.play("7-f");
  socket.play("8-9");
  server.say(refused(5));
  server.say(refused(6, "ply_ahead"));
  assert.equal(of("refused").length, 1);
  assert.equal(of("dropped").length, 1);
  assert.equal(socket.play("3-4"), 5);
});

test("a refusal of a play given up does not hit the play that took its number", () => {
  const {server, socket, of} = connected(4);
  socket.play("7-f");
  socket.play("8-9");
  server.say(refused(5));
  socket.play("1-2");
  socket.play("3-4"); // number 6 again
  server.say(refused(6, "ply_ahead")); // the old 6
  assert.deepEqual(socket.unanswered.map((play) => play.move), ["1-2", "3-4"]);
  assert.equal(of("refused").length, 1);
});

test("a ply of another tab takes the number: ours is given up and its refusal is not shown", () => {
  const {server, socket, of} = connected(4);
  socket.play("7-f");
  server.say(ply(5, "8-9"));
  assert.deepEqual(of("ply").map(([, message]) => message.move), ["8-9"]);
  assert.equal(of("dropped").length, 1);
  server.say(refused(5, "ply_taken"));
  assert.deepEqual(of("refused"), []);
});

test("a slip answers the hour that was asked for", () => {
  const {server, socket, of} = connected(4);
  socket.play("7");
  server.say(ply(5, "7?"));
  assert.deepEqual(socket.unanswered, []);
  assert.deepEqual(of("dropped"), []);
});

test("a refusal over a number asks for the whole table", () => {
  const {server, socket} = connected(4);
  socket.play("7-f");
  server.say(refused(5, "ply_taken"));
  assert.equal(said(server.line, "resync"), 1);
});

test("an older race is not handed on", () => {
  const {server, of} = connected();
  server.say(race(7));
  server.say(race(6));
  server.say(race(7));
  assert.deepEqual(of("race").map(([, message]) => message.version), [7, 7]);
});

test("a pong that knows more asks for the whole state, one that knows the same does not", () => {
  const {server} = connected(4);
  server.say(race(7));
  server.say({type: "pong", version: 7, ply: 4, now: 1});
  assert.equal(said(server.line, "resync"), 0);
  server.say({type: "pong", version: 8, ply: 4, now: 1});
  assert.equal(said(server.line, "resync"), 1);
});

test("every heartbeat tells the newest version and ply", () => {
  const {server} = connected(4);
  server.say(race(7));
  server.pass(15000);
  assert.deepEqual(server.line.sent.at(-1), {do: "ping", version: 7, ply: 4});
  server.say({type: "pong", version: 7, ply: 4, now: 1});
  server.pass(15000);
  assert.equal(said(server.line, "ping"), 2);
});

test("a line that is silent after a ping is left for a new one", () => {
  const {server, socket} = connected(4);
  server.pass(15000);
  server.pass(8000);
  assert.equal(socket.status, "waiting");
  server.pass(1000);
  assert.equal(server.lines.length, 2);
});

test("a line that never says welcome is left for a new one", () => {
  const server = new FakeServer();
  const socket = new Socket(server.around, listening().listener);
  socket.open();
  server.pass(9000);
  assert.equal(server.lines.length, 2);
});

test("waits between lines grow to eight seconds and start anew after a welcome", () => {
  const {server} = connected();
  const waits = [];
  for (let i = 0; i < 7; i++) {
    const before = server.lines.length;
    const from = server.now;
    server.breakLine(1006);
    while (server.lines.length === before) server.pass(10);
    waits.push(server.now - from);
  }
  assert.deepEqual(waits, [250, 500, 1000, 2000, 4000, 8000, 8000]);
  server.say(welcome);
  const from = server.now;
  server.breakLine(1006);
  server.pass(250);
  assert.equal(server.now - from, 250);
  assert.equal(server.lines.length, 9);
});

test("coming back to the page connects at once", () => {
  const {server, socket} = connected();
  for (let i = 0; i < 5; i++) {
    server.breakLine(1006);
    server.pass(9000);
  }
  server.breakLine(1006);
  const before = server.lines.length;
  socket.wake();
  assert.equal(server.lines.length, before + 1);
});

test("coming back to a line that looks alive asks whether it is", () => {
  const {server, socket} = connected();
  socket.wake();
  assert.equal(said(server.line, "ping"), 1);
});

test("a lost network breaks the line, and what an old line still says is not heard", () => {
  const {server, socket, of} = connected(4);
  const old = server.line;
  socket.lost();
  assert.equal(socket.status, "waiting");
  assert.equal(old.open, false);
  old.onmessage({data: JSON.stringify(ply(5, "7-f"))});
  assert.deepEqual(of("ply"), []);
});

test("a close that is meant for good is not followed by another line", () => {
  const {server, socket} = connected();
  server.breakLine(4404);
  server.pass(60000);
  assert.equal(socket.status, "closed");
  assert.equal(server.lines.length, 1);
});

test("a stranger's line hears the race without any table", () => {
  const server = new FakeServer();
  const {listener, heard} = listening();
  const socket = new Socket(server.around, listener);
  socket.open();
  server.say({...welcome, you: null});
  server.say(race(3));
  server.say({type: "pong", version: 3, ply: null, now: 1});
  assert.equal(said(server.line, "resync"), 0);
  assert.ok(heard.some(([name]) => name === "race"));
});

test("a frame that is no message is passed over", () => {
  const {server, of} = connected(4);
  server.line.onmessage({data: "{"});
  server.say(ply(5, "7-f"));
  assert.equal(of("ply").length, 1);
});

test("a command is said at once on a line", () => {
  const {server, socket} = connected();
  socket.say({do: "ready", ready: true});
  assert.deepEqual(server.line.sent, [{do: "ready", ready: true}]);
});

test("a command given off line is said once on the next line, in its last word", () => {
  const {server, socket} = connected();
  server.breakLine(1006);
  socket.say({do: "ready", ready: true});
  socket.say({do: "ready", ready: false});
  server.pass(1000);
  server.say(welcome);
  assert.deepEqual(server.line.sent, [{do: "ready", ready: false}]);
  server.breakLine(1006);
  server.pass(1000);
  server.say(welcome);
  assert.deepEqual(server.line.sent, []);
});

test("a sign is handed on, and changes nothing else", () => {
  const {server, of, socket} = connected(4);
  server.say({type: "reaction", entrant: 7, reaction: "wave"});
  assert.deepEqual(of("reaction").map(([, message]) => message.reaction), ["wave"]);
  assert.equal(socket.ply, 4);
});
