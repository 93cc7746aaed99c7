import type { Scenario } from './scenario/scenario.js';
import { seedScenario } from './scenario/seed-scenario.js';
import { fill, type Contents } from './seed/contents.js';
import type { Service } from './state/service.js';

/** What an emulator holds at first. */
export interface Beginning {
  /** Nothing, or a small shop with people, campaigns and a year of events. Default: `empty`. */
  contents?: Contents;
  /** What it holds beside that, described by hand. Default: nothing. */
  scenario?: Scenario;
  /** What it holds in place of both: the text of a save. */
  saved?: string;
}

/** Has a service hold what it is to hold at first, and nothing else. */
export function begin(service: Service, { contents = 'empty', scenario, saved }: Beginning): void {
  if (saved === undefined) {
    fill(service, contents);
    if (scenario) seedScenario(service, scenario);
    return;
  }
  service.tables.load(saved);
  service.people?.begin();
}
