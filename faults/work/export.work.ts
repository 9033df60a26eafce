import type { World } from '../world.ts'
import { differences, type Work } from './work.ts'

interface Export {
  state: string
  failure: string | null
  rowsDone: number
  rowsTotal: number
}

async function startExport({ client }: World): Promise<number> {
  const { data } = await client.post('/core/accounts/export', {
    format: 'csv',
    columns: ['name', 'system:externalId'],
  })
  return data.exportId
}

const readExport = async ({ client }: World, id: number): Promise<Export> =>
  (await client.get(`/core/exports/${id}`)).data

async function checkFile(world: World, id: number): Promise<string[]> {
  const { status, body } = await world.client.call('GET', `/core/exports/${id}/file`)
  if (status !== 200) return [`its file answered ${status}`]
  const lines = String(body).split('\r\n').filter(Boolean).slice(1)
  const { accounts } = world.furniture
  return differences({ lines: lines.length, accounts: new Set(lines).size }, { lines: accounts, accounts })
}

async function check(world: World, id: number): Promise<string[]> {
  const found = await readExport(world, id)
  const { accounts } = world.furniture
  const faults = differences(
    { ...found },
    { state: 'ready', failure: null, rowsDone: accounts, rowsTotal: accounts },
  )
  return faults.length > 0 ? faults : checkFile(world, id)
}

/** A full disk may stop an export with a sentence that says so; then another one must succeed. */
const wasFull = ({ state, failure }: Export): boolean => state === 'stopped' && /no room/.test(failure ?? '')

export const exportWork: Work = {
  name: 'export',
  async start(world) {
    let id = await startExport(world)
    return {
      async isOver() {
        const found = await readExport(world, id)
        if (wasFull(found) && (world.dataDisk.isFull || world.databaseDisk.isFull)) return false
        if (wasFull(found)) id = await startExport(world)
        return found.state === 'ready' || (found.state === 'stopped' && !wasFull(found))
      },
      check: async () => (await check(world, id)).map((sentence) => `export: ${sentence}`),
    }
  },
}
