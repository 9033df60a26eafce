/** Why a backup, a restore or an act on a tenant was not done, as a sentence for anyone who runs the instance. */
export class BackupError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'BackupError'
  }
}
