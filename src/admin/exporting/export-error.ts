/** A job that did not come to its end. */
export class ExportError extends Error {
  override readonly name = 'ExportError';
  readonly jobId: number;
  readonly jobState: string;

  constructor(jobId: number, jobState: string) {
    super(`The export job ${jobId} ended as ${jobState}`);
    this.jobId = jobId;
    this.jobState = jobState;
  }
}
