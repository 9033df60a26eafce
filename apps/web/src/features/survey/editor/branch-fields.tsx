import { IconPlus, IconX } from '@tabler/icons-react'
import { surveyLimits } from '@steward/contracts/plain/survey'
import { inLanguage } from '@steward/contracts/plain/survey/text'
import type { Branch, Question } from '@steward/contracts/survey/definition'
import { Button } from '../../../ui/button.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { NumberField } from '../../../ui/number-field.tsx'
import { Select } from '../../../ui/select.tsx'
import { isChoice, needsValue, operatorLabels, operatorsOf } from './draft.rules.ts'
import type { QuestionProps } from './question-card.tsx'
import { useEditor } from './use-survey-editor.ts'

/** Where a branch leads: a key of a question, or this for the end. Keys have no space. */
const end = 'the end'

/** Which question comes next after some answers; without a branch, the next one. */
export function BranchFields({ at, question, onChange }: QuestionProps) {
  const { draft } = useEditor()
  const { branches } = question
  const [firstOperator = 'answered'] = operatorsOf(question.type)
  const set = (next: Question['branches']) => onChange({ ...question, branches: next })
  const isLast = at === draft.questions.length - 1
  if (isLast && branches.length === 0) return null
  return (
    <fieldset className="flex flex-col gap-2">
      {branches.length > 0 && <legend className="mb-1 text-label font-medium">Next question</legend>}
      {branches.map((branch, place) => (
        <BranchRow
          // oxlint-disable-next-line react/no-array-index-key -- a branch is known by nothing but its place
          key={place}
          {...{ at, place, question, branch }}
          onChange={(next) => set(branches.with(place, next))}
          onDelete={() => set(branches.toSpliced(place, 1))}
        />
      ))}
      {branches.length < surveyLimits.branches && (
        <Button
          size="sm"
          variant="ghost"
          className="self-start"
          icon={<IconPlus aria-hidden />}
          onClick={() => set([...branches, { operator: firstOperator, value: null, goTo: null }])}
        >
          Add branch
        </Button>
      )}
    </fieldset>
  )
}

type BranchRowProps = {
  at: number
  place: number
  question: Question
  branch: Branch
  onChange: (branch: Branch) => void
  onDelete: () => void
}

function BranchRow({ at, place, question, branch, onChange, onDelete }: BranchRowProps) {
  const { draft, language, faultOf } = useEditor()
  const later = draft.questions.slice(at + 1).map(({ key, text }, index) => ({
    value: key,
    label: `${at + index + 2}. ${inLanguage(text, language, draft.defaultLanguage)}`,
  }))
  const operators = operatorsOf(question.type).map((value) => ({ value, label: operatorLabels[value] }))
  const path = `questions.${at}.branches.${place}`
  const fault = faultOf(path)
  return (
    <div className="flex flex-col gap-1 rounded-control bg-sunken p-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-label text-2">If the answer</span>
        <Select
          aria-label={`Operator of branch ${place + 1}`}
          size="sm"
          className="w-36"
          value={branch.operator}
          options={operators}
          onChange={(operator) =>
            operator && onChange({ ...branch, operator, value: needsValue(operator) ? branch.value : null })
          }
        />
        {needsValue(branch.operator) && <BranchValue {...{ place, question, branch, onChange }} />}
        <span className="text-label text-2">go to</span>
        <Select
          aria-label={`Target of branch ${place + 1}`}
          size="sm"
          className="w-44"
          value={branch.goTo ?? end}
          options={[...later, { value: end, label: 'The end' }]}
          onChange={(target) => onChange({ ...branch, goTo: target === end ? null : target })}
        />
        <IconButton
          size="sm"
          label={`Delete branch ${place + 1}`}
          icon={<IconX aria-hidden />}
          onClick={onDelete}
        />
      </div>
      {fault && <p className="text-label text-poor">{fault}</p>}
    </div>
  )
}

type BranchValueProps = Pick<BranchRowProps, 'place' | 'question' | 'branch' | 'onChange'>

function BranchValue({ place, question, branch, onChange }: BranchValueProps) {
  const { draft, language } = useEditor()
  const label = `Value of branch ${place + 1}`
  if (isChoice(question.type)) {
    const options = question.options.map(({ key, text }, at) => ({
      value: key,
      label: inLanguage(text, language, draft.defaultLanguage) || `Option ${at + 1}`,
    }))
    return (
      <Select
        aria-label={label}
        size="sm"
        className="w-36"
        value={typeof branch.value === 'string' ? branch.value : null}
        options={options}
        onChange={(value) => onChange({ ...branch, value })}
      />
    )
  }
  return (
    <span className="w-20">
      <NumberField
        aria-label={label}
        size="sm"
        value={typeof branch.value === 'number' ? branch.value : null}
        onChange={(value) => onChange({ ...branch, value })}
      />
    </span>
  )
}
