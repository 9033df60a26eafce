import { defineModule } from '../../platform/module-definition.ts'
import type { Module } from '../../platform/module.ts'
import type { Platform } from '../../platform/platform.ts'
import { auditModule, type AuditService } from '../audit/index.ts'
import { messengerModule, type MessengerService } from '../messenger/index.ts'
import { recordModule, type Records } from '../record/index.ts'
import {
  recordRuleModule,
  type ReadRuleContext,
  type RecordRules,
  type RegisterUses,
} from '../record-rule/index.ts'
import { surveyManagementModule, type Surveys } from '../survey-management/index.ts'
import { userManagementModule, type UserService } from '../user-management/index.ts'
import { countAsks, findAsk, forgetOffers } from './ask.store.ts'
import { findAskedRecords } from './audience.read-model.ts'
import { addAudienceRoutes } from './audience.routes.ts'
import { createAudience } from './audience.service.ts'
import { createContactLanguages } from './language.service.ts'
import { createLinks } from './link.service.ts'
import { namedInSetting } from './setting.named.ts'
import { createSettings } from './setting.service.ts'
import { readSetting } from './setting.store.ts'
import { addSiteRoutes } from './site.routes.ts'
import { createSiteService } from './site.service.ts'
import { createWaves, waveKind, waveTask } from './wave.service.ts'

export type { StoredAsk } from './ask.store.ts'
export { readPublicSurvey } from './public-survey.ts'
export { closedLink } from './site.service.ts'

interface Neighbours {
  audit: AuditService
  users: UserService
  messenger: MessengerService
  records: Pick<Records, 'registerDependents'>
  rules: RecordRules & { readContext: ReadRuleContext; registerUses: RegisterUses }
  surveys: Surveys
}

/** Anyone can ask for a survey in the name of a page: what is never shown is not kept for good. */
const offerDays = 30

/** Whom surveys ask: on pages, by mail and by personal links, all of which count together. */
function createSurveyAudienceModule(platform: Platform, neighbours: Neighbours) {
  const { book } = neighbours.surveys
  const audience = createAudience(platform, { ...neighbours, book })
  const links = createLinks(platform, book)
  const site = createSiteService(platform, { book, audience })
  const languages = createContactLanguages(neighbours.rules)
  const settings = createSettings(platform, { ...neighbours, languages })
  const waves = createWaves(platform, { ...neighbours, book, audience, links, languages })
  const readNamed = async (tenantId: number) =>
    namedInSetting(await readSetting(platform.database.tenant(tenantId), tenantId))
  neighbours.rules.registerUses('survey setting', readNamed)
  neighbours.records.registerDependents(findAskedRecords)
  const module: Module = {
    tasks: { [waveTask]: waves.work },
    due: { [waveKind]: waves.resume },
    retention: [
      {
        name: 'offers of surveys that no page showed',
        days: offerDays,
        forget: (tenantId, before) => forgetOffers(platform.database.tenant(tenantId), tenantId, before),
      },
    ],
    addRoutes(api) {
      addAudienceRoutes(api, { audience, links, settings, site, waves })
      addSiteRoutes(api, { site, links })
    },
  }
  return { module, service: { findAsk, countAsks, shown: site.shown } }
}

export type SurveyAudiences = ReturnType<typeof createSurveyAudienceModule>['service']

export const surveyAudienceModule = defineModule({
  needs: {
    audit: auditModule,
    users: userManagementModule,
    messenger: messengerModule,
    records: recordModule,
    rules: recordRuleModule,
    surveys: surveyManagementModule,
  },
  create: createSurveyAudienceModule,
})
