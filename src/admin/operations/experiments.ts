import type { Operation } from '../calling/operation.js';

/** Experiments: variants of a message, tried on parts of its audience. */
export const experiments = (operation: Operation) => ({
  /** Figures of experiments and their variants, as CSV with a header row. */
  metrics: operation<ExperimentMetricsQuery, string>('GET /api/experiments/metrics', { answer: 'text' }),
});

/** Which experiments to measure, and when; always say both dates, since the service's own are long past. */
export interface ExperimentMetricsQuery {
  experimentId?: number[];
  /** The campaigns whose experiments to measure. */
  campaignId?: number[];
  /** ISO 8601. */
  startDateTime: string;
  /** ISO 8601. */
  endDateTime: string;
}
