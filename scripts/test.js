import { readyBrowsers, readyPackages } from './ready.js';

process.chdir(`${import.meta.dirname}/..`);
const [mode = 'all', ...names] = process.argv.slice(2);
try {
  readyPackages();
  readyBrowsers();
  // What this asks for is there only now.
  const { testAll, testBusily, testDeeply } = await import('./testing/modes.js');
  if (mode === 'deep') await testDeeply(names);
  else if (mode === 'calm') await testBusily(names);
  else await testAll(names);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  console.log('\n0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
}
