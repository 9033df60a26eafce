import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { recordRuleModule, type RecordRules, type RegisterUses } from '../record-rule/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { createSurveyBook } from './survey.book.ts'
import { namedInAudience } from './survey.named.ts'
import { addSurveyRoutes } from './survey.routes.ts'
import { createSurveyService, type ReadFigures } from './survey.service.ts'

export type { AskedSurvey, SurveyBook } from './survey.book.ts'
export { baseOf, unknownSurvey } from './survey.service.ts'
export type { StoredSurvey } from './survey.store.ts'
export { isSigned, readToken, signingKey, signToken, type SurveyToken } from './survey.token.ts'

interface Neighbours {
  audit: AuditService
  users: UserService
  rules: RecordRules & { registerUses: RegisterUses }
}

/** Surveys: what they ask, in versions, and whether they may. */
function createSurveyModule(platform: Platform, neighbours: Neighbours) {
  let readFigures: ReadFigures | undefined
  const book = createSurveyBook(platform)
  const surveys = createSurveyService(platform, {
    ...neighbours,
    book,
    figures: async (actor, some) => (await readFigures?.(actor, some)) ?? new Map(),
  })
  const readNamed = async (tenantId: number) =>
    [...(await book.surveys(tenantId)).values()].map(namedInAudience)
  neighbours.rules.registerUses('survey', readNamed)
  const module: Module = { addRoutes: (api) => addSurveyRoutes(api, surveys) }
  const service = {
    book,
    read: surveys.read,
    list: surveys.list,
    create: surveys.create,
    publish: surveys.publish,
    remove: surveys.remove,
    /** Says who counts what surveys brought. */
    registerFigures: (read: ReadFigures): void => void (readFigures = read),
  }
  return { module, service }
}

export type Surveys = ReturnType<typeof createSurveyModule>['service']

export const surveyManagementModule = defineModule({
  needs: {
    audit: auditModule,
    users: userManagementModule,
    rules: recordRuleModule,
  },
  create: createSurveyModule,
})
