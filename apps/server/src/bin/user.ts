import pino from 'pino'
import { createApplication } from '../application.ts'
import { BackupError } from '../backup/backup.error.ts'
import { readArguments, runCommand, say } from '../backup/command.ts'
import { openPlace, type Place } from '../backup/place.ts'
import { systemClock } from '../platform/clock.ts'

const usage = `npm run user -- second-factor-off <username>

  KeyedQueue off two-factor authentication of this user, who is notified by mail. The audit log records it.`

/** Through the module, so that all that belongs to it happens. Other processes are notified of it. */
async function turnOff({ config, url }: Place, username: string): Promise<boolean | undefined> {
  const application = await createApplication(
    { ...config, telemetry: undefined },
    url,
    systemClock,
    pino({ level: 'silent' }),
  )
  try {
    return await application.modules.secondFactor.disableMfaOf(username)
  } finally {
    await application.close()
  }
}

await runCommand('Nothing was changed.', async () => {
  const [act, username] = readArguments(usage, {}).positionals
  if (act !== 'second-factor-off' || username === undefined) throw new BackupError(usage)
  const place = await openPlace()
  try {
    const wasOn = await turnOff(place, username)
    if (wasOn === undefined) throw new BackupError(`No user has the username ${username}.`)
    say(
      wasOn
        ? `Two-factor authentication of ${username} is off. They log in with their password only.`
        : `${username} has no second factor.`,
    )
  } finally {
    await place.close()
  }
})
