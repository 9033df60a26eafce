import { importFile, readJob, type FileImport } from '../import-file.ts'
import type { World } from '../world.ts'
import { differences, type Work } from './work.ts'

const rowsAtFullScale = 8000

/** A file of contacts whose external ids begin with the tag. */
export function contactsFile(tag: string, rows: number): FileImport {
  return {
    level: 'contact',
    fields: ['externalId', 'name', 'email'],
    rows: Array.from({ length: rows }, (_, at) => [
      `${tag}-${at}`,
      `Contact ${tag} ${at}`,
      `contact-${at}@example.com`,
    ]),
  }
}

/** What the database has of contacts of a tag: records, and their changes in the ledger. */
export async function countContacts({ sql }: World, tag: string): Promise<Record<string, number>> {
  const [counts = {}] = await sql<Record<string, number>>(
    `select count(*)::int records, count(distinct external_id)::int "external ids",
       coalesce(sum((select count(*) from change c
         where c.tenant_id = r.tenant_id and c.record_id = r.record_id and c.kind = 1)), 0)::int creations,
       (select count(*)::int from change c where c.kind = 3 and c.before->>'externalId' like $1 || '-%') deletions
     from record r where external_id like $1 || '-%'`,
    [tag],
  )
  return counts
}

/** What is wrong with an import of so many contacts. */
export async function checkImport(world: World, jobId: number, tag: string, rows: number): Promise<string[]> {
  const job = await readJob(world.client, jobId)
  return [
    ...differences({ ...job, ...job.counts }, { state: 40, failure: null, create: rows, refused: 0 }),
    ...differences(await countContacts(world, tag), { records: rows, 'external ids': rows, creations: rows }),
  ].map((sentence) => `import: ${sentence}`)
}

export const importWork: Work = {
  name: 'import',
  async start(world, random, tag) {
    const rows = Math.round(random.between(rowsAtFullScale / 2, rowsAtFullScale) * world.furniture.scale)
    const jobId = await importFile(world.client, contactsFile(tag, rows))
    return {
      isOver: async () => (await readJob(world.client, jobId)).state >= 30,
      check: () => checkImport(world, jobId, tag, rows),
    }
  },
}
