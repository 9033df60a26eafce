import type { FastifyInstance } from 'fastify'
import type { Actor } from './platform/actor.ts'
import type { Tx } from './platform/db/database.ts'
import type { Module } from './platform/module.ts'
import type { Platform } from './platform/platform.ts'
import { createRetention } from './platform/retention/retention.ts'
import { createResealing } from './platform/secrets/resealing.ts'
import { createActivityModule } from './modules/activity/index.ts'
import { createActivityTypeModule } from './modules/activity-type/index.ts'
import { createApiTokenModule } from './modules/api-token/index.ts'
import { createAuditModule } from './modules/audit/index.ts'
import { createBoardModule } from './modules/board/index.ts'
import { createBulkModule } from './modules/bulk/index.ts'
import { createCalculationModule } from './modules/calculation/index.ts'
import { createCellModule } from './modules/cell/index.ts'
import { createChangeFeedModule } from './modules/change-feed/index.ts'
import { createChurnReasonModule } from './modules/churn-reason/index.ts'
import { createColumnSetModule } from './modules/column-set/index.ts'
import { createCurrencyModule } from './modules/currency/index.ts'
import { createEmailModule } from './modules/email/index.ts'
import { createEmailTemplateModule } from './modules/email-template/index.ts'
import { createEventDeliveryModule } from './modules/event-delivery/index.ts'
import { createExportModule } from './modules/export/index.ts'
import { createFieldLayoutModule } from './modules/field-layout/index.ts'
import { createFieldModule } from './modules/field/index.ts'
import { createFileModule } from './modules/file/index.ts'
import { createHandOverModule } from './modules/hand-over/index.ts'
import { createHealthModule } from './modules/health/index.ts'
import { createHealthModelModule } from './modules/health-model/index.ts'
import { createHealthTrialModule } from './modules/health-trial/index.ts'
import { createIdentityModule } from './modules/identity/index.ts'
import { createIdentityProviderModule } from './modules/identity-provider/index.ts'
import { createLedgerModule } from './modules/ledger/index.ts'
import { createLifecycleModule } from './modules/lifecycle/index.ts'
import { createMessengerModule } from './modules/messenger/index.ts'
import { createOverviewModule } from './modules/overview/index.ts'
import { createNoteModule } from './modules/note/index.ts'
import { createPulseModule } from './modules/pulse/index.ts'
import { createRecordModule } from './modules/record/index.ts'
import { createRecordFileModule } from './modules/record-file/index.ts'
import { createRecordListModule } from './modules/record-list/index.ts'
import { createSegmentModule } from './modules/segment/index.ts'
import { createSheetModule } from './modules/sheet/index.ts'
import { createStageHistoryModule } from './modules/stage-history/index.ts'
import { createStageRemovalModule } from './modules/stage-removal/index.ts'
import { createTimelineModule } from './modules/timeline/index.ts'
import { createUserManagementModule } from './modules/user-management/index.ts'
import { sealedData } from './sealed-data.ts'

/** The composition root: every module, in the order of the graph. */
export async function composeModules(platform: Platform) {
  const audit = createAuditModule(platform)
  const messenger = createMessengerModule(platform, { audit: audit.service })
  const currency = createCurrencyModule(platform, { audit: audit.service })
  const users = createUserManagementModule(platform, {
    audit: audit.service,
    refused: audit.calls.refused,
    currency: currency.service,
  })
  const files = await createFileModule(platform)
  // Sessions belong to a module above those that ask.
  const requireConfirmed = (actor: Actor): Promise<void> => identity.service.sessions.requireConfirmed(actor)
  const apiTokens = createApiTokenModule(platform, {
    users: users.service,
    audit: audit.service,
    refused: audit.calls.refused,
    requireConfirmed,
  })
  const providers = createIdentityProviderModule(platform, {
    users: users.service,
    audit: audit.service,
    requireConfirmed,
  })
  const identity = createIdentityModule(platform, {
    users: users.service,
    audit: audit.service,
    messenger: messenger.service,
    providers: providers.service,
    revokeTokens: apiTokens.service.revokeAllOf,
    tokenReaders: [apiTokens.service.readToken, providers.service.readToken],
  })
  const fields = createFieldModule(platform, { currency: currency.service })
  const lifecycle = createLifecycleModule(platform, { audit: audit.service })
  const healthModels = createHealthModelModule(platform, {
    audit: audit.service,
    users: users.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
  })
  const churnReasons = createChurnReasonModule(platform, { audit: audit.service, fields: fields.service })
  const activityTypes = createActivityTypeModule(platform, { audit: audit.service })
  const columnSets = createColumnSetModule(platform, { fields: fields.service })
  const layout = createFieldLayoutModule(platform, { fields: fields.service })
  const records = createRecordModule(platform, {
    users: users.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    healthModels: healthModels.service,
    churnReasons: churnReasons.service,
    currency: currency.service,
  })
  const handOvers = createHandOverModule(platform, { users: users.service, records: records.service })
  const lists = createRecordListModule(platform, {
    users: users.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    healthModels: healthModels.service,
    currency: currency.service,
    records: records.service,
  })
  const calculations = createCalculationModule(platform, {
    fields: fields.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
    records: records.service,
    lists: lists.service,
  })
  const changeFeed = createChangeFeedModule(platform, { identity: identity.service, users: users.service })
  const ledger = createLedgerModule(platform, {
    users: users.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
    records: records.service,
  })
  const timeline = createTimelineModule(platform, {
    users: users.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
    records: records.service,
    files: files.service,
  })
  const sheets = createSheetModule(platform, {
    fields: fields.service,
    layout: layout.service,
    users: users.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
    keptBytes: files.keptBytes,
  })
  const cells = createCellModule(platform, {
    users: users.service,
    fields: fields.service,
    records: records.service,
    sheets: sheets.service,
  })
  const bulk = createBulkModule(platform, {
    records: records.service,
    lists: lists.service,
    sheets: sheets.service,
    ledger: ledger.service,
    fields: fields.service,
    users: users.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
  })
  const segments = createSegmentModule(platform, {
    users: users.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    records: records.service,
    ledger: ledger.service,
    lists: lists.service,
    refused: audit.calls.refused,
  })
  const stageHistory = createStageHistoryModule(platform, {
    users: users.service,
    lifecycle: lifecycle.service,
    records: records.service,
  })
  const stageRemovals = createStageRemovalModule(platform, {
    audit: audit.service,
    lifecycle: lifecycle.service,
    ledger: ledger.service,
  })
  const notes = createNoteModule(platform, {
    audit: audit.service,
    records: records.service,
    timeline: timeline.service,
  })
  const activities = createActivityModule(platform, {
    users: users.service,
    types: activityTypes.service,
    records: records.service,
    timeline: timeline.service,
  })
  const pulses = createPulseModule(platform, {
    records: records.service,
    ledger: ledger.service,
    timeline: timeline.service,
  })
  const recordFiles = createRecordFileModule(platform, {
    records: records.service,
    files: files.service,
    timeline: timeline.service,
  })
  const emails = createEmailModule(platform, {
    users: users.service,
    records: records.service,
    files: files.service,
    timeline: timeline.service,
  })
  const emailTemplates = createEmailTemplateModule(platform, {
    users: users.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    currency: currency.service,
    records: records.service,
  })
  const boards = createBoardModule(platform, { lists: lists.service })
  const exports = createExportModule(platform, {
    audit: audit.service,
    lists: lists.service,
    users: users.service,
    currency: currency.service,
    keptBytes: files.keptBytes,
  })
  const health = createHealthModule(platform, {
    users: users.service,
    audit: audit.service,
    models: healthModels.service,
  })
  const healthTrials = createHealthTrialModule(platform, {
    models: healthModels.service,
    health: health.service,
  })
  const eventDeliveries = createEventDeliveryModule(platform, { audit: audit.service })
  const overviews = createOverviewModule(platform, { fields: fields.service, users: users.service })
  const modules: Module[] = [
    audit,
    messenger,
    eventDeliveries,
    users,
    files,
    apiTokens,
    providers,
    identity,
    currency,
    fields,
    lifecycle,
    healthModels,
    churnReasons,
    activityTypes,
    layout,
    columnSets,
    records,
    handOvers,
    lists,
    calculations,
    changeFeed,
    ledger,
    timeline,
    sheets,
    cells,
    bulk,
    segments,
    stageRemovals,
    stageHistory,
    notes,
    activities,
    pulses,
    recordFiles,
    emails,
    emailTemplates,
    boards,
    exports,
    health,
    healthTrials,
    overviews,
    createResealing(platform, sealedData),
  ].map((part) => part.module)
  modules.push(createRetention(platform, modules))
  return {
    modules,
    audit: audit.service,
    auditCalls: audit.calls,
    messenger: messenger.service,
    users: users.service,
    files: files.service,
    providers: providers.service,
    identity: identity.service,
    currency: currency.service,
    fields: fields.service,
    lifecycle: lifecycle.service,
    healthModels: healthModels.service,
    records: records.service,
    lists: lists.service,
    activityTypes: activityTypes.service,
    timeline: timeline.service,
    notes: notes.service,
    activities: activities.service,
    pulses: pulses.service,
    sheets: sheets.service,
    bulk: bulk.service,
    health: health.service,
    addRoutes(api: FastifyInstance) {
      for (const module of modules) module.addRoutes?.(api)
    },
    async seedTenant(tx: Tx, tenantId: number) {
      for (const module of modules) await module.seedTenant?.(tx, tenantId)
    },
  }
}

export type Modules = Awaited<ReturnType<typeof composeModules>>
