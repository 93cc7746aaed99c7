import { readyBrowsers, readyPackages } from './ready.js';

process.chdir(`${import.meta.dirname}/..`);
const [mode = 'all', ...names] = process.argv.slice(2);
try {
  // Side by side, and what needs no browser does not wait for one.
  const browsers = readyBrowsers();
  await readyPackages();
  // What this asks for is there only now.
  const { testAll, testBusily, testDeeply } = await import('./testing/modes.js');
  if (mode === 'deep') await testDeeply(names, browsers);
  else if (mode === 'calm') await testBusily(names, browsers);
  else await testAll(names, browsers);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('\n0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
}
