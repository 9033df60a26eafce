import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from '../backup/backup.error.ts'
import { countText, pathOf, readArguments, runCommand, say, sizeText } from '../backup/command.ts'
import { writeBackup, type Backup } from '../backup/instance.backup.ts'
import { openPlace, type Place } from '../backup/place.ts'
import { makeDataFolder } from '../platform/data-folder.ts'

const usage = `npm run backup -- --to <file> [--key-file <file>] [--database-only]

  --to             the file that is written; it must not be there yet
  --key-file       a passphrase of 16 characters or more, or keys of age: encrypts the backup
  --database-only  leaves out files, uploads and exports`

/** Where the doctor looks for the latest backup. */
async function noteBackup({ config }: Place, { path, at, size, encrypted }: Backup): Promise<void> {
  const note = join(config.dataDir, 'last-backup.json')
  const text = `${JSON.stringify({ path, at: at.toISOString(), size, encrypted })}\n`
  // Anyone who may not write there has made a backup all the same.
  await makeDataFolder(config.dataDir)
    .then(() => writeFile(`${note}.part`, text))
    .then(() => rename(`${note}.part`, note))
    .catch(() => undefined)
}

function tell(backup: Backup, hasOwnKey: boolean): void {
  const { tables, rows, files, missing, size, seconds, at } = backup
  say(
    `${backup.path} holds the instance as of ${at.toISOString()}: ${countText(rows)} rows of ${tables} tables, ${countText(files)} files; ${sizeText(size)}${backup.encrypted ? ', encrypted' : ''}, in ${seconds.toFixed(1)} s.`,
  )
  if (missing > 0) {
    say(`${countText(missing)} files are missing where they should lie. The backup is whole without them.`)
  }
  if (backup.hasSecretKey)
    say('It contains the secret key of the data folder: store the key of the backup separately.')
  else if (hasOwnKey) say('It does not contain SECRET_KEY: store it separately.')
  else {
    say(
      'It is not encrypted and does not contain the secret key. Store DATA_DIR/secret-key separately, or use --key-file. Without the key, no one can log in with an authenticator app.',
    )
  }
}

await runCommand('No backup was made.', async () => {
  const { values } = readArguments(usage, {
    to: { type: 'string' },
    'key-file': { type: 'string' },
    'database-only': { type: 'boolean', default: false },
  })
  if (!values.to) throw new BackupError(`Say where it goes.\n\n${usage}`)
  const keyFile = values['key-file'] === undefined ? undefined : pathOf(values['key-file'])
  const place = await openPlace()
  try {
    const { url, config } = place
    const bytes = !values['database-only']
    const backup = await writeBackup({ url, config, to: pathOf(values.to), keyFile, bytes })
    await noteBackup(place, backup)
    tell(backup, config.secretKeys !== undefined)
  } finally {
    await place.close()
  }
})
