import { fileGroupQuery } from '@steward/contracts/record-file'
import type { Modules } from '../../modules.ts'
import type { Actor } from '../../platform/actor.ts'
import { atTime } from '../../platform/clock.ts'
import { cell } from '../demo.file.ts'
import type { DemoSource } from '../demo.source.ts'
import type { Directory } from '../demo.writing.ts'
import { daysFrom, listCustomers, type Present } from './customer.ts'

type FileWork = {
  modules: Pick<Modules, 'files' | 'recordFiles'>
  actor: Actor
  directory: Directory
  source: DemoSource
  present: Present
}

interface DemoFile {
  name: string
  daysAgo: number
  lines: readonly string[]
}

const account = 2

/** The files of the accounts in the stories. */
const files: Readonly<Record<string, DemoFile>> = {
  'Halden Freight': {
    name: 'Calls between depots.csv',
    daysAgo: 40,
    lines: ['Month,Calls per week', 'May,620', 'June,612', 'July,540', 'August,455', 'September,384'],
  },
  'Pinewood Retail': {
    name: 'Notice.txt',
    daysAgo: 30,
    lines: [
      'Pinewood Retail does not renew the contract.',
      'Access ends with the contract year.',
      'Wesley Hart',
    ],
  },
  'Orbis Analytics': {
    name: 'Teams that close in time.csv',
    daysAgo: 38,
    lines: ['Country,Teams,In time', 'Germany,9,8', 'France,7,6', 'Ireland,12,9'],
  },
  'Calder and Moss': {
    name: 'Hand-over.txt',
    daysAgo: 41,
    lines: [
      'Edward decides, Ruth uses it daily.',
      'Open: the advanced course for Leeds.',
      'They read one page a month. Do not send more.',
    ],
  },
  'Vantage Clinics': {
    name: 'Sign-in requirements.txt',
    daysAgo: 62,
    lines: [
      'Accounts come from the directory of each clinic.',
      'Nurses share terminals: sessions end after five minutes.',
      'The directory board meets once a month.',
    ],
  },
}

/** Puts a file with each account of the stories, by those who look after it. */
export async function addFiles({ modules, actor, directory, source, present }: FileWork): Promise<void> {
  for (const customer of listCustomers(source, present)) {
    const file = files[cell(customer.row, 'account')]
    if (!file) continue
    const parentIdentifier = directory.records(account, customer.externalId)
    const query = fileGroupQuery.parse({ level: account, parentIdentifier, pageSize: 1 })
    if ((await modules.recordFiles.list(actor, query)).data.length > 0) continue
    const author = { ...actor, userId: directory.users(customer.owner) }
    await atTime(daysFrom(present.anchor, -file.daysAgo, 11), async () => {
      const bytes = Buffer.from(`${file.lines.join('\n')}\n`)
      const { fileId } = await modules.files.store(actor.tenantId, {
        name: file.name,
        source: 'app',
        bytes,
        by: author.userId,
      })
      await modules.recordFiles.create(author, { files: [fileId], level: account, parentIdentifier })
    })
  }
}
