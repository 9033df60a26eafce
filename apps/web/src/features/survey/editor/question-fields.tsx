import { IconPlus, IconX } from '@tabler/icons-react'
import { surveyLimits } from '@steward/contracts/plain/survey'
import type { Question } from '@steward/contracts/survey/definition'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { isChoice, newOption } from './draft.rules.ts'
import { LocalField } from './local-field.tsx'
import type { QuestionProps } from './question-card.tsx'
import { useEditor } from './use-survey-editor.ts'

/** The options of a choice. */
export function OptionFields({ at, question, onChange }: QuestionProps) {
  const { faults, asked } = useEditor()
  if (!isChoice(question.type)) return null
  const { options } = question
  const path = `questions.${at}.options`
  const past = asked.filter(({ key }) => key === question.key).flatMap((one) => one.options)
  const set = (next: Question['options']) => onChange({ ...question, options: next })
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-label font-medium">Options</legend>
      {options.map((option, place) => (
        <div key={option.key} className="flex items-start gap-1">
          <div className="flex-1">
            <LocalField
              label={`Option ${place + 1}`}
              hideLabel
              texts={option.text}
              path={`${path}.${place}.text`}
              onChange={(text) => set(options.with(place, { ...option, text }))}
            />
          </div>
          <IconButton
            label={`Delete option ${place + 1}`}
            icon={<IconX aria-hidden />}
            onClick={() => set(options.toSpliced(place, 1))}
          />
        </div>
      ))}
      {faults[path] && <p className="text-label text-poor">{faults[path]}</p>}
      {options.length < surveyLimits.options && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          icon={<IconPlus aria-hidden />}
          onClick={() => set([...options, newOption(options, past)])}
        >
          Add option
        </Button>
      )}
    </fieldset>
  )
}

/** The stars of a rating, and the bounds of a number. */
export function BoundFields({ at, question, onChange }: QuestionProps) {
  const { faultOf } = useEditor()
  const path = `questions.${at}`
  if (question.type === 'rating') {
    return (
      <Field label="Stars" help="2 to 10" error={faultOf(`${path}.max`)} className="w-28">
        <NumberField
          value={question.max ?? 5}
          min={2}
          max={surveyLimits.rating}
          decimals={0}
          onChange={(max) => onChange({ ...question, max })}
        />
      </Field>
    )
  }
  if (question.type !== 'number') return null
  return (
    <div className="flex gap-3">
      <Field label="Lowest" error={faultOf(`${path}.min`)} className="w-28">
        <NumberField value={question.min} onChange={(min) => onChange({ ...question, min })} />
      </Field>
      <Field label="Highest" error={faultOf(`${path}.max`)} className="w-28">
        <NumberField value={question.max} onChange={(max) => onChange({ ...question, max })} />
      </Field>
    </div>
  )
}

/** What the two ends of a scale mean. */
export function LabelFields({ at, question, onChange }: QuestionProps) {
  if (question.type !== 'score' && question.type !== 'rating') return null
  const path = `questions.${at}`
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <LocalField
        label="Label of the lowest"
        texts={question.lowLabel}
        path={`${path}.lowLabel`}
        onChange={(lowLabel) => onChange({ ...question, lowLabel })}
      />
      <LocalField
        label="Label of the highest"
        texts={question.highLabel}
        path={`${path}.highLabel`}
        onChange={(highLabel) => onChange({ ...question, highLabel })}
      />
    </div>
  )
}
