import type { SurveySettings, SurveySettingsForm } from '@steward/contracts/survey/audience'
import { may, type Actor } from '../../platform/actor.ts'
import { transact } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AuditService } from '../audit/index.ts'
import type { RecordRules } from '../record-rule/index.ts'
import { signingKey, signToken } from '../survey-management/index.ts'
import type { ContactLanguages } from './language.service.ts'
import { putSetting, readSetting } from './setting.store.ts'

export interface SettingNeighbours {
  audit: Pick<AuditService, 'write'>
  rules: Pick<RecordRules, 'compileRule'>
  languages: Pick<ContactLanguages, 'check'>
}

/** How often a company asks people, whose consent it needs, and how its pages sign their users. */
export function createSettings(platform: Platform, { audit, rules, languages }: SettingNeighbours) {
  const dbOf = ({ tenantId }: Actor) => platform.database.tenant(tenantId)

  async function read(actor: Actor): Promise<SurveySettings> {
    const { tenantId } = actor
    const { secrets } = platform
    return {
      ...(await readSetting(dbOf(actor), tenantId)),
      siteKey: signToken(secrets, { kind: 's', tenantId, id: 0 }),
      signingKey: may(actor, 'survey.administer') ? signingKey(secrets, tenantId) : null,
    }
  }

  async function checkConsent({ tenantId }: Actor, field: string): Promise<void> {
    const rule = { field, operator: 'isTrue' as const }
    const compiled = await rules.compileRule(tenantId, 3, rule, 'consentField').catch(() => undefined)
    if (!compiled || compiled.broken.length > 0) {
      throw invalid('survey.consent', { consentField: 'Choose a field of contacts of the type yes or no.' })
    }
  }

  return {
    read,

    /** Errors: invalid_input at consentField or languageField. */
    async change(actor: Actor, form: SurveySettingsForm): Promise<SurveySettings> {
      if (form.consentField !== null) await checkConsent(actor, form.consentField)
      if (form.languageField !== null) await languages.check(actor.tenantId, form.languageField)
      await transact(dbOf(actor), async (tx) => {
        await putSetting(tx, actor.tenantId, form)
        await audit.write(tx, actor.tenantId, {
          action: 'survey.settings_changed',
          summary: `The quiet period of surveys is ${form.quietDays} days`,
          actor,
          details: { ...form },
        })
      })
      return read(actor)
    },
  }
}

export type Settings = ReturnType<typeof createSettings>
