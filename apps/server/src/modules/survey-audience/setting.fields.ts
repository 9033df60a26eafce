import type { NamesFields } from '../record-rule/index.ts'
import type { StoredSetting } from './setting.store.ts'

/** The fields of contacts that the settings of surveys name. */
export const fieldsOfSetting = ({ consentField, languageField }: StoredSetting): NamesFields[] => [
  { name: 'Consent', level: 3, fields: [consentField].filter((name) => name !== null) },
  { name: 'Language of contacts', level: 3, fields: [languageField].filter((name) => name !== null) },
]
