import { copyOf, type Said, type Mood, type PageState, type Call, type World } from './world.js';

/*
 * The life of a row, as `docs/delivery-model.md` tells it: pages, a device and a service as plain state, and each step
 * that is awaited as one move. Between any two moves a page may end, stand still, or be left. Nothing here is our code;
 * it says what that has to keep to.
 */

/** A move, and the world after it. */
export type Move = [name: string, after: World];

/** All moves that may come next. */
export function movesOf(world: World, script: readonly Said[]): Move[] {
  const moves: Move[] = [];
  const add = (name: string, change: (world: World) => void) => {
    const after = copyOf(world);
    change(after);
    moves.push([name, after]);
  };
  const next = script[world.said];
  world.pages.forEach((page, number) => {
    if (page.mood === 'here') {
      if (next?.page === number) add(`${number} says`, (after) => say(after, number));
      if (page.memory.length) add(`${number} writes`, (after) => write(after, number));
      if (world.words.length) add(`${number} listens`, listen);
      if (world.journal.length && !world.words.length) add(`${number} takes in`, takeIn);
      if (world.line.length + world.flights.length + page.heard.length)
        add(`${number} exchanges`, (after) => exchange(after, number, script));
      if (page.ahead.length) add(`${number} recalls`, (after) => recall(after, number));
      for (const row of [...page.taken, ...page.ahead])
        add(`${number} calls ${row}`, (after) => call(after, number, row, script));
    }
    addTroubles(world, number, add);
  });
  world.calls.forEach(({ by, hasArrived }, index) => {
    if (!hasArrived) add(`call ${index} arrives`, (after) => arrive(after, index));
    if (hasArrived && ['here', 'still'].includes(world.pages[by]?.mood ?? ''))
      add(`call ${index} is answered`, (after) => hear(after, index, true));
    if (world.troubles) add(`call ${index} is lost`, (after) => lose(after, index));
  });
  if (world.flights.some(({ by, isLeased }) => isLeased && world.pages[by]?.mood !== 'here'))
    add('time passes', pass);
  return moves;
}

type Add = (name: string, change: (world: World) => void) => void;

/** What may happen to a page between any two moves. */
function addTroubles({ pages, troubles }: World, number: number, add: Add): void {
  const { mood } = pages[number] as PageState;
  const become = (name: string, mood: Mood, cost: number) =>
    add(`${number} ${name}`, (after) => {
      after.troubles -= cost;
      (after.pages[number] as PageState).mood = mood;
      if (mood === 'away') leave(after, number);
      if (mood === 'gone') end(after, number);
    });
  if (mood === 'still' || mood === 'away') become('is back', 'here', 0);
  if (!troubles || mood === 'gone') return;
  if (mood === 'here') {
    become('stands still', 'still', 1);
    become('is left', 'away', 1);
  }
  become('ends', 'gone', 1);
}

const without = (rows: number[], ...gone: number[]) => rows.filter((row) => !gone.includes(row));
const union = (rows: number[], more: number[]) => [...rows, ...without(more, ...rows)];

function say(world: World, page: number): void {
  world.pages[page]?.memory.push(world.said++);
}

function write(world: World, page: number): void {
  const { memory } = world.pages[page] as PageState;
  world.journal = union(world.journal, memory);
  world.safe = union(world.safe, memory);
  memory.length = 0;
}

/** What was taken ahead and not sent goes back with the next exchange. */
function recall(world: World, page: number): void {
  const { ahead, heard } = world.pages[page] as PageState;
  heard.push(...ahead.splice(0).map((row): [number, boolean] => [row, false]));
}

function leave(world: World, page: number): void {
  recall(world, page);
  const { memory } = world.pages[page] as PageState;
  world.words = union(world.words, memory);
  world.safe = union(world.safe, memory);
  memory.length = 0;
}

/** Nobody hears what comes of its calls, and nobody has what only it knew. */
function end(world: World, page: number): void {
  world.pages[page] = { mood: 'gone', memory: [], taken: [], ahead: [], heard: [] };
}

/** In the journal first, and only then not among the last words: what is in both is there once. */
function listen(world: World): void {
  world.journal = union(world.journal, world.words);
  world.words = [];
}

/** Their keys tell when they were said. A page that takes in has listened before. */
function takeIn(world: World): void {
  const rows = world.journal.sort((a, b) => a - b);
  world.line.push(...rows);
  world.placed.push(...rows);
  world.journal = [];
}

/** Back to where it stood. */
function putBack(world: World, row: number): void {
  world.line = [...world.line, row].sort((a, b) => world.placed.indexOf(a) - world.placed.indexOf(b));
}

function laneOf({ user, kind }: Said): string | undefined {
  return kind === 'ordered' ? user : undefined;
}

/** Tells what became of what was sent, and takes what to send next. */
function exchange(world: World, page: number, script: readonly Said[]): void {
  settle(world, page);
  depart(world, page, script);
}

function isSending({ pages, calls }: World, page: number, row: number): boolean {
  const { taken, ahead } = pages[page] as PageState;
  return [...taken, ...ahead].includes(row) || calls.some((call) => call.row === row && call.by === page);
}

function depart(world: World, page: number, script: readonly Said[]): void {
  const own = world.pages[page] as PageState;
  const saidOf = (row: number) => script[row] as Said;
  for (const flight of world.flights.filter(({ isLeased }) => !isLeased)) {
    const isOwn = flight.by === page && isSending(world, page, flight.row);
    if (isOwn) {
      flight.isLeased = true;
      continue;
    }
    world.flights = world.flights.filter((other) => other !== flight);
    if (saidOf(flight.row).kind === 'once' && flight.by !== page) world.uncertain.push(flight.row);
    else putBack(world, flight.row);
  }
  const busy = new Set(world.flights.map(({ row }) => laneOf(saidOf(row))));
  for (const row of world.line) {
    const lane = laneOf(saidOf(row));
    if (lane !== undefined && busy.has(lane)) continue;
    busy.add(lane);
    world.line = without(world.line, row);
    world.flights.push({ row, by: page, isLeased: true });
    // What came back here from another page, this one may still be sending.
    if (!isSending(world, page, row)) own[saidOf(row).kind === 'repeatable' ? 'ahead' : 'taken'].push(row);
  }
}

/** One that stood still may have been told of a lease that has ended: it asks the device before it sends what has an order. */
function call(world: World, page: number, row: number, script: readonly Said[]): void {
  const own = world.pages[page] as PageState;
  own.taken = without(own.taken, row);
  own.ahead = without(own.ahead, row);
  const isMine = world.flights.some((flight) => flight.row === row && flight.by === page && flight.isLeased);
  if (isMine || script[row]?.kind !== 'ordered') world.calls.push({ row, by: page, hasArrived: false });
  else own.heard.push([row, false]);
}

function arrive(world: World, index: number): void {
  const call = world.calls[index] as Call;
  call.hasArrived = true;
  world.arrived.push(call.row);
}

function hear(world: World, index: number, isDelivered: boolean): void {
  const [{ row, by }] = world.calls.splice(index, 1) as [Call];
  const page = world.pages[by] as PageState;
  if (page.mood !== 'gone') page.heard.push([row, isDelivered]);
}

/** On its way there, or on its way back. */
function lose(world: World, index: number): void {
  world.troubles -= 1;
  const { row, hasArrived } = world.calls[index] as Call;
  if (hasArrived) world.answersLost.push(row);
  hear(world, index, false);
}

function settle(world: World, page: number): void {
  const own = world.pages[page] as PageState;
  for (const [row, isDelivered] of own.heard.splice(0)) {
    const flight = world.flights.find((flight) => flight.row === row && flight.by === page);
    if (!flight) continue;
    world.flights = world.flights.filter((other) => other !== flight);
    if (isDelivered) world.delivered.push(row);
    else putBack(world, row);
  }
}

/** Long enough for every lease that nobody renews; a call under it has arrived by then, or never does. */
function pass(world: World): void {
  const isOver = (by: number) => world.pages[by]?.mood !== 'here';
  for (const flight of world.flights) if (isOver(flight.by)) flight.isLeased = false;
  for (const { row, by, hasArrived } of world.calls.filter(({ by }) => isOver(by)))
    if (!hasArrived && world.pages[by]?.mood !== 'gone') world.pages[by]?.heard.push([row, false]);
  world.calls = world.calls.filter(({ by, hasArrived }) => hasArrived || !isOver(by));
}
