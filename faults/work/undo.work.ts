import { importFile, readJob } from '../import-file.ts'
import { until } from '../until.ts'
import { contactsFile, countContacts } from './import.work.ts'
import { differences, type Work } from './work.ts'

const rowsAtFullScale = 4000

export const undoWork: Work = {
  name: 'undo',
  async start(world, _random, tag) {
    const { client } = world
    const rows = Math.round(rowsAtFullScale * world.furniture.scale)
    const jobId = await importFile(client, contactsFile(tag, rows))
    await until('An import before its undo', 60_000, async () => (await readJob(client, jobId)).state === 40)
    await client.post(`/core/entity/bulk/${jobId}/undo`)
    return {
      isOver: async () => (await readJob(client, jobId)).undo?.state === 40,
      async check() {
        const { undo } = await readJob(client, jobId)
        return [
          ...differences({ ...undo }, { undone: rows, kept: 0 }),
          ...differences(await countContacts(world, tag), { records: 0, deletions: rows }),
        ].map((sentence) => `undo: ${sentence}`)
      },
    }
  },
}
