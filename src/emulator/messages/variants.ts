import { experimentsOf, type CampaignRow, type ExperimentRow } from '../state/project.js';
import type { Service } from '../state/service.js';

/**
 * The template of a campaign's next message: its own, unless an experiment tries others.
 *
 * Variants take turns, so that each gets its share of any audience; once one has won, all is made of it.
 */
export function nextTemplate(service: Service, campaign: CampaignRow): number {
  const { variants = [], turns = 0 } = experimentOf(service, campaign) ?? {};
  const winner = variants.find(({ isWinner }) => isWinner);
  return (winner ?? variants[turns % variants.length])?.templateId ?? campaign.templateId;
}

/** Lets the next variant have its turn. */
export function countTurn(service: Service, campaign: CampaignRow): void {
  const experiment = experimentOf(service, campaign);
  if (experiment) experiment.turns = (experiment.turns ?? 0) + 1;
}

function experimentOf(service: Service, { id }: CampaignRow): ExperimentRow | undefined {
  return experimentsOf(service).where('campaignId', id)[0];
}
