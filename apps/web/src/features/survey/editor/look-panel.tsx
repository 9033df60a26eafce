import { useState } from 'react'
import { languageSchema } from '@steward/contracts/survey/definition'
import { brandColors } from '../../../entities/survey/index.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { draftLanguages } from './draft.rules.ts'
import { languageName } from './language-name.ts'
import { useEditor } from './use-survey-editor.ts'

const positions = [
  { value: 'bottomRight', label: 'Bottom right' },
  { value: 'bottomLeft', label: 'Bottom left' },
  { value: 'center', label: 'Center' },
] as const

/** The name, the color and the languages of a survey. */
export function LookPanel() {
  const { draft, update, faultOf } = useEditor()
  const { look } = draft
  const { brand } = brandColors(look.color)
  return (
    <div className="flex max-w-130 flex-col gap-4">
      <Field label="Name" required help="Only your team sees it." error={faultOf('name')}>
        <Input value={draft.name} onChange={(event) => update({ name: event.target.value })} />
      </Field>
      <Field
        label="Color"
        error={faultOf('look.color')}
        help="Buttons and selected answers have it. Texts on it are black or white, whichever reads better."
      >
        <div className="flex items-center gap-2">
          <input
            type="color"
            aria-label="Color"
            value={brand}
            onChange={(event) => update({ look: { ...look, color: event.target.value } })}
            className="h-8 w-12 cursor-pointer rounded-control border border-edge bg-surface p-0.5"
          />
          <code className="font-mono text-label text-2">{brand}</code>
        </div>
      </Field>
      {look.color && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          onClick={() => update({ look: { ...look, color: null } })}
        >
          Reset color
        </Button>
      )}
      <Field label="Place in your product" className="w-48">
        <Select
          value={look.position}
          options={positions}
          onChange={(position) => position && update({ look: { ...look, position } })}
        />
      </Field>
      <Languages />
    </div>
  )
}

/** Languages are added here, and chosen above the panels to write in. */
function Languages() {
  const { draft, update, language, setLanguage, faultOf } = useEditor()
  const [added, setAdded] = useState('')
  const [fault, setFault] = useState<string>()
  const languages = [...new Set([...draftLanguages(draft.questions, draft.defaultLanguage), language])]
  const options = languages.map((value) => ({ value, label: languageName(value) }))

  function add() {
    const read = languageSchema.safeParse(added.trim())
    if (!read.success) return setFault('Enter a language such as en, de or pt-BR.')
    setFault(undefined)
    setAdded('')
    setLanguage(read.data)
  }

  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 font-medium">Languages</legend>
      <Field
        label="Default language"
        className="w-48"
        error={faultOf('defaultLanguage')}
        help="People whose language is missing read this one."
      >
        <Select
          value={draft.defaultLanguage}
          options={options}
          onChange={(defaultLanguage) => defaultLanguage && update({ defaultLanguage })}
        />
      </Field>
      <div className="flex items-end gap-2">
        <Field label="Add a language" error={fault} className="w-48">
          <Input
            value={added}
            placeholder="de"
            onChange={(event) => setAdded(event.target.value)}
            onKeyDown={(event) => event.key === 'Enter' && add()}
          />
        </Field>
        <Button onClick={add}>Add</Button>
      </div>
      <p className="text-label text-2">
        You are writing in {languageName(language)}. People are offered a language once every question is
        written in it.
      </p>
    </fieldset>
  )
}
