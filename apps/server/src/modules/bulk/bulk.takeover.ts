/** Another runner has gone on with a job, of which nothing that this one was about to write counts. */
export class TakenOver extends Error {
  constructor(jobId: number) {
    super(`Bulk job ${jobId} was taken over by another runner`)
  }
}
