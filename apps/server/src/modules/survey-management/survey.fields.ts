import { fieldsNamedIn, type NamesFields } from '../record-rule/index.ts'
import type { StoredSurvey } from './survey.store.ts'

/** The fields of contacts that the audience of a survey names, in the version that is asked and in the draft. */
export const fieldsOfAudience = ({ name, draft, published }: StoredSurvey): NamesFields => ({
  name,
  level: 3,
  fields: fieldsNamedIn([draft.audience, published?.audience]),
})
