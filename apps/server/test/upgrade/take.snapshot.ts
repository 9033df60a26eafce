// Run by `npm run snapshot -- take <release>`, on the sources of that release.
import { expect, test } from 'vitest'
import { loadDemo } from '../../src/demo/demo.load.ts'
import { startTestApp, type Client } from '../harness.ts'
import { ownObjects } from '../own/own-objects.ts'
import { password } from '../sign-in.ts'
import { useMuch } from './in-use.ts'
import { lookAround } from './look-around.ts'
import { startOn, workOff } from './second-process.ts'
import { takeSnapshot } from './snapshot.ts'

const username = 'administrator@example.com'

/** Work that no process has begun. */
async function leaveWaiting(administrator: Client): Promise<void> {
  const { body } = await administrator.get('core/accounts?pageSize=5')
  const data = body.data.map((account: { accountId: number }) => ({
    id: account.accountId,
    data: { about: 'Written after the upgrade' },
  }))
  const answer = await administrator.post('core/entity/bulk', { type: 'entity', level: 'account', data })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
}

test('an instance in use becomes a snapshot', async () => {
  const app = await startTestApp()
  try {
    const { database, config } = app.application.platform
    const { url } = database
    const administrator = await app.newUser('administrator', username)
    await ownObjects(app, administrator)
    await ownObjects(app, await app.foreigner())
    await useMuch(app, administrator, await app.newUser('manager'))
    await loadDemo(app.application, app.tenantId, new AbortController().signal)
    const worker = await startOn({ url, dataDir: config.dataDir })
    await workOff(worker)
    await worker.close()
    await leaveWaiting(administrator)
    const release = process.env['SNAPSHOT_RELEASE'] ?? ''
    await takeSnapshot(url, {
      release,
      administrator: { username, password },
      seen: await lookAround(administrator),
    })
  } finally {
    await app.stop()
  }
})
