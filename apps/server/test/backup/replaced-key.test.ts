import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { writeBackup } from '../../src/backup/instance.backup.ts'
import { restoreBackup } from '../../src/backup/instance.restore.ts'
import { secretKey, startTestApp, type TestApp } from '../harness.ts'
import { clearAway, newFolder, newGround } from './backup.fixture.ts'

const newKey = 'a key that takes the place of the other one'

let app: TestApp
let from: string

beforeAll(async () => {
  const folder = await newFolder()
  app = await startTestApp({ DATA_DIR: folder })
  from = join(folder, 'a.backup')
  const { database, config } = app.application.platform
  await writeBackup({ url: database.url, config, to: from, bytes: false })
})
afterAll(async () => {
  await app.stop()
  await clearAway()
})

it('a restore finds that secrets can be read with a key that was replaced since', async () => {
  const ground = await newGround({ SECRET_KEY: `${newKey},${secretKey}` })
  expect(await restoreBackup({ ...ground, from })).toMatchObject({ opensSecrets: true })
})
