import { bulkTypes } from '@steward/contracts/plain/bulk-kind'
import { roleIds, roleMay } from '@steward/contracts/plain/permission'
import type { ChangeCause } from '@steward/contracts/record-history'
import type { Actor } from '../../platform/actor.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import { AppError, invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { CurrencyService } from '../currency/index.ts'
import type { CatalogueField, FieldService } from '../field/index.ts'
import type { LifecycleService } from '../lifecycle/index.ts'
import type { Ledger, Wording } from '../ledger/index.ts'
import type { BulkUpdates } from '../bulk-update/index.ts'
import { readForm, type Records, type Values } from '../record/index.ts'
import type { RecordLists } from '../record-list/index.ts'
import { createSameKeys, internalIdKey, type Sheet, type Sheets } from '../sheet/index.ts'
import type { UserService } from '../user-management/index.ts'
import type { BatchRules, Foreseen, MissingRules } from '../record-import/index.ts'
import { listImportSets } from './bulk.history.store.ts'
import { readJobRows, type JobRow } from './bulk.store.ts'

/** A Normal User sees the jobs they started themselves: others name records that are not theirs. */
export function onlyOwn(actor: Actor): number | undefined {
  return actor.roleId === roleIds.normalUser ? actor.userId : undefined
}

/** The modules below that an import stands on. */
export interface ImportNeighbours {
  records: Records
  bulkUpdates: BulkUpdates
  sheets: Sheets
  fields: FieldService
  users: UserService
  lifecycle: LifecycleService
  currency: CurrencyService
}

export interface BulkNeighbours extends ImportNeighbours {
  ledger: Ledger
  lists: RecordLists
}

/** Who started a job or asked for its undo, and through what. */
type Starter = Pick<JobRow, 'userId' | 'via'>

/** A user as someone who acts, with the role that they have now. */
export async function actorOf(
  users: UserService,
  tenantId: number,
  { userId, via }: Starter,
): Promise<Actor> {
  const user = (await users.directory(tenantId)).byId.get(userId)
  if (!user) throw new Error(`Tenant ${tenantId} has no user ${userId}`)
  return { tenantId, userId, roleId: user.roleId, sessionId: 0, ...(via && { via }) }
}

/** Who an import acts for. Throws `forbidden` when they may no longer import. */
export async function importerOf(
  users: UserService,
  tenantId: number,
  { userId, via }: Starter,
): Promise<Actor> {
  const user = (await users.directory(tenantId)).byId.get(userId)
  if (!user || user.status === 'DEACTIVATED' || !roleMay(user.roleId, 'bulk.run')) {
    throw new AppError(
      'forbidden',
      'bulk.user',
      'The user who started this no longer has permission for bulk updates.',
    )
  }
  return { tenantId, userId, roleId: user.roleId, sessionId: 0, ...(via && { via }) }
}

/** The job as what leads to its changes. */
export function causeOf({
  jobId,
  bundleId,
  type,
  fileName,
}: Pick<JobRow, 'jobId' | 'bundleId' | 'type' | 'fileName'>): ChangeCause {
  const kind = type === bulkTypes.massUpdate ? 'bulkUpdate' : 'import'
  return { kind, id: bundleId ?? jobId, ...(fileName !== null && { name: fileName }) }
}

/** Values that a configuration gives to records. Throws `invalid_input` for one that cannot be read. */
async function readValues(
  neighbours: ImportNeighbours,
  actor: Actor,
  { level, config }: Pick<JobRow, 'level' | 'config'>,
  part: 'defaults' | 'missingValues',
): Promise<Values> {
  const catalogue = await neighbours.fields.catalogue(actor.tenantId, level)
  const reading = await neighbours.records.readContext(actor)
  const { values, problems } = readForm(catalogue, config[part], reading)
  if (problems.length === 0) return values
  throw invalid(
    'bulk.config',
    Object.fromEntries(problems.map(({ field, message }) => [`config.${part}.${field}`, message])),
  )
}

/** The values for records that are created, and for those that no row names. Errors: those of `readValues`. */
export async function readConfigValues(
  neighbours: ImportNeighbours,
  actor: Actor,
  job: Pick<JobRow, 'level' | 'config'>,
): Promise<{ defaults: Values; missing: Pick<MissingRules, 'action' | 'values'> }> {
  const defaults = await readValues(neighbours, actor, job, 'defaults')
  const values = await readValues(neighbours, actor, job, 'missingValues')
  return { defaults, missing: { action: job.config.missingRecords, values } }
}

/** Everything that working through the rows of a job takes. */
export interface Setup {
  sheet: Sheet
  rules: BatchRules
  missing: MissingRules
  words: Omit<Wording, 'records'>
  fields: readonly CatalogueField[]
  /** The names of records that a preview foresees. */
  foreseenNames(db: Db | Tx, recordIds: readonly number[]): Promise<ReadonlyMap<number, string>>
}

async function openSheet(
  platform: Platform,
  { sheets }: ImportNeighbours,
  actor: Actor,
  job: JobRow,
): Promise<Sheet> {
  const { level, config, uploadId } = job
  const from =
    uploadId === null
      ? { rows: await readJobRows(platform.database.tenant(actor.tenantId), actor.tenantId, job.jobId) }
      : { uploadId, fileName: job.fileName ?? '' }
  return sheets.open(actor, { level, config, from, earlier: job.preview ? [] : job.newOptions })
}

/** What values are put into words with; `books` know options that are not there yet. */
export async function wordsOf(
  neighbours: ImportNeighbours,
  tenantId: number,
  books: Sheet['books'] = new Map(),
): Promise<Setup['words']> {
  const [users, stages, currencies] = await Promise.all([
    neighbours.users.directory(tenantId),
    neighbours.lifecycle.stages(tenantId),
    neighbours.currency.definitions(tenantId),
  ])
  return {
    users: users.byId,
    stages: stages.byId,
    currencies: new Map(currencies.map((currency) => [currency.currencyDefinitionId, currency])),
    // A preview shows options by their texts before they are there.
    optionText: (id, field) => books.get(field.key)?.textOf(id),
  }
}

/** Opens the rows of a job and everything that they are held against. Throws TableError and AppError. */
export async function setUp(
  platform: Platform,
  neighbours: ImportNeighbours,
  actor: Actor,
  job: JobRow,
  foreseen?: Foreseen,
): Promise<Setup> {
  const { tenantId } = actor
  const sheet = await openSheet(platform, neighbours, actor, job)
  for (const field of sheet.key) await neighbours.fields.requestIndex(tenantId, field, job.level, 'match')
  const { defaults, missing } = await readConfigValues(neighbours, actor, job)
  const { missingFrom } = job.config
  const changeSets = missingFrom
    ? await listImportSets(platform.database.tenant(tenantId), tenantId, onlyOwn(actor), missingFrom)
    : null
  const rules: BatchRules = {
    actor,
    level: job.level,
    key: sheet.key,
    mode: job.config.mode,
    changedParents: job.config.changedParents,
    notesSeen: job.config.missingRecords !== 'leave',
    linksRows: job.linksRows,
    defaults,
    catalogueOf: (level) => neighbours.fields.catalogue(tenantId, level),
    async contextOf(db, level) {
      const context = await neighbours.records.context(db, actor, level, {
        takesRetired: job.uploadId !== null,
        isUpload: job.type !== bulkTypes.massUpdate,
      })
      return foreseen ? foreseen.within(db, context) : context
    },
    books: sheet.books,
    sameKeys: createSameKeys(sheet.key),
    foreseen,
    async addOptions(tx, book, texts) {
      if (book.field.fieldId !== null) {
        book.learn(await neighbours.fields.addOptions(tx, tenantId, book.field.fieldId, texts))
      }
    },
  }
  return {
    sheet,
    rules,
    missing: { ...missing, changeSets },
    words: await wordsOf(neighbours, tenantId, sheet.books),
    fields: sheet.catalogue.fields.filter((field) => field.key !== internalIdKey),
    foreseenNames: async (db, recordIds) => (foreseen ? foreseen.textsOf(db, recordIds) : new Map()),
  }
}
