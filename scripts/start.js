import { buildIfStale } from './build.js';
import { readyPackages } from './ready.js';

process.chdir(`${import.meta.dirname}/..`);
try {
  await readyPackages();
  await buildIfStale();
  await import(new URL('../build/demo/server.js', import.meta.url).href);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
