import { BackupError } from '../backup/backup.error.ts'
import { countText, pathOf, readArguments, runCommand, say } from '../backup/command.ts'
import { checkArchive, restoreBackup, type Restored } from '../backup/instance.restore.ts'
import { openEmptyPlace } from '../backup/place.ts'

const usage = `npm run restore -- --from <file> [--key-file <file>] [--check]

  --from      the backup
  --key-file  what it was encrypted with
  --check     only reads it, and reports its content`

function tell({ about, rows, files, missing, opensSecrets }: Restored): void {
  say(
    `Restored: the instance as of ${about.at}, ${countText(rows)} rows and ${countText(files)} files. Start Steward now.`,
  )
  if (!about.bytes) say('The backup contains no files: the files in DATA_DIR or in the bucket are used.')
  if (missing > 0) say(`${countText(missing)} files were missing already when the backup was made.`)
  if (opensSecrets) return
  say(
    "Encrypted data can't be read with the current secret key. Before the first start, add the key of the backed-up instance to SECRET_KEY, after a comma, or put its secret-key into DATA_DIR if SECRET_KEY is not set (docs/operate/backup.md explains how to get it from a backup). Otherwise authenticators, recovery codes and client secrets must be set up again.",
  )
}

await runCommand('Nothing was restored.', async () => {
  const { values } = readArguments(usage, {
    from: { type: 'string' },
    'key-file': { type: 'string' },
    check: { type: 'boolean', default: false },
  })
  if (!values.from) throw new BackupError(`Specify the backup to restore.\n\n${usage}`)
  const from = pathOf(values.from)
  const keyFile = values['key-file'] === undefined ? undefined : pathOf(values['key-file'])
  // A damaged backup is reported before a database is made for it.
  const { about, manifest } = await checkArchive(from, keyFile)
  if (values.check) {
    const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0)
    const files = manifest.members['bytes/files']?.parts ?? 0
    say(
      `${from} is whole: ${about.tenant ? `the tenant ${about.tenant.name}` : 'an instance'} as of ${about.at}, of release ${about.release}, ${countText(rows)} rows and ${countText(files)} files.`,
    )
    return
  }
  const place = await openEmptyPlace()
  try {
    tell(await restoreBackup({ url: place.url, config: place.config, from, keyFile }))
  } finally {
    await place.close()
  }
})
