import type { Named } from '../record-rule/index.ts'
import type { StoredSetting } from './setting.store.ts'

/** The fields of contacts that the settings of surveys name. */
export const namedInSetting = ({ consentField, languageField }: StoredSetting): Named[] => [
  { name: 'Consent', level: 3, settings: { field: consentField } },
  { name: 'Language of contacts', level: 3, settings: { field: languageField } },
]
