#!/usr/bin/env node
import { runCommand } from './command.js';

/** How long the last words have to leave, in milliseconds. */
const LEAVING = 100;

process.exitCode = await runCommand(process.argv.slice(2));
// What does not end by itself, such as the call of a webhook that never answers, is broken off.
setTimeout(() => process.exit(), LEAVING).unref();
