import { z } from 'zod';
import type { ExperimentMetricsQuery } from '../../admin/operations/experiments.js';
import { csv, text } from '../operation/answers.js';
import { creditedEvents, FIGURE_NAMES, figuresOf } from './campaign-metrics.js';
import { experimentsOf, type ExperimentRow } from '../state/project.js';
import { isoText } from '../operation/moments.js';
import { operation, type Operation } from '../operation/operation.js';
import { numberInText, repeated } from '../operation/schemas.js';
import type { Service } from '../state/service.js';
import { momentOf } from '../time.js';

/** The dates that the service itself falls back on are long past. */
const metricsQuery = z.object({
  experimentId: repeated(numberInText).exactOptional(),
  campaignId: repeated(numberInText).exactOptional(),
  startDateTime: isoText.default('2018-06-25'),
  endDateTime: isoText.default('2018-07-25'),
}) satisfies z.ZodType<ExperimentMetricsQuery>;

const HEADER = ['experimentId', 'campaignId', 'templateId', 'variantId', 'name', 'isControl', 'isWinner'];

/** Variants of a message, tried on parts of its audience. */
export const experiments = (service: Service): Operation[] => [
  operation(
    'GET /api/experiments/metrics',
    { keys: ['server', 'readOnly'], query: metricsQuery },
    ({ query }) => text(metricsOf(service, query), 'text/csv'),
  ),
];

/** One line a variant, of the experiments and campaigns that are asked for, or of all. */
function metricsOf(service: Service, query: ExperimentMetricsQuery): string {
  const { experimentId: ids, campaignId: campaignIds, startDateTime, endDateTime } = query;
  const span = { from: momentOf(startDateTime), to: momentOf(endDateTime) };
  const isAsked = ({ id, campaignId }: ExperimentRow) =>
    (!ids && !campaignIds) || (ids ?? []).includes(id) || (campaignIds ?? []).includes(campaignId);
  const rows = [...experimentsOf(service).values()].filter(isAsked).flatMap((experiment) =>
    experiment.variants.map((variant) => {
      const { id, name, templateId, isControl, isWinner } = variant;
      const { campaignId } = experiment;
      const figures = figuresOf(creditedEvents(service, { campaignId, templateId }, span));
      return [experiment.id, experiment.campaignId, templateId, id, name, isControl, isWinner, ...figures];
    }),
  );
  return csv([[...HEADER, ...FIGURE_NAMES], ...rows]);
}
