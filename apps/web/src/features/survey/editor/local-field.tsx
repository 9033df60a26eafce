import type { Localized } from '@steward/contracts/survey/definition'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { withText } from './draft.rules.ts'
import { useEditor } from './use-survey-editor.ts'

type LocalFieldProps = {
  label: string
  texts: Localized
  onChange: (texts: Localized) => void
  /** Where it is in the draft: `questions.0.text`. */
  path: string
  multiline?: boolean
  required?: boolean
  hideLabel?: boolean
  help?: string
}

/** A text in the language that is being edited; the one in the default language is its placeholder. */
export function LocalField({ texts, onChange, path, multiline, required, ...field }: LocalFieldProps) {
  const { language, draft, faultOf } = useEditor()
  const isDefault = language === draft.defaultLanguage
  const control = {
    value: texts[language] ?? '',
    lang: language,
    placeholder: isDefault ? undefined : texts[draft.defaultLanguage],
    onChange: (event: { target: { value: string } }) =>
      onChange(withText(texts, language, event.target.value)),
  }
  return (
    <Field {...field} required={required && isDefault} error={faultOf(path)}>
      {multiline ? <Textarea rows={2} {...control} /> : <Input {...control} />}
    </Field>
  )
}
