import type { ReactNode } from 'react'
import { IconTrash } from '@tabler/icons-react'
import type { Question } from '@steward/contracts/survey/definition'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Select } from '../../../ui/select.tsx'
import { BranchFields } from './branch-fields.tsx'
import { addedTypes, questionTypeLabels, withType } from './draft.rules.ts'
import { LocalField } from './local-field.tsx'
import { BoundFields, LabelFields, OptionFields } from './question-fields.tsx'
import { useEditor } from './use-survey-editor.ts'

export interface QuestionProps {
  at: number
  question: Question
  onChange: (question: Question) => void
}

type QuestionCardProps = QuestionProps & { handle: ReactNode; onDelete: () => void }

const types = addedTypes.map((value) => ({ value, label: questionTypeLabels[value] }))

/** One question with all that belongs to it. */
export function QuestionCard({ at, question, handle, onChange, onDelete }: QuestionCardProps) {
  const { faultOf, faults } = useEditor()
  const path = `questions.${at}`
  const isScore = question.type === 'score'
  const set = (changes: Partial<Question>) => onChange({ ...question, ...changes })
  const ownFault = faults[path] ?? faultOf(`${path}.type`) ?? faultOf(`${path}.key`)
  return (
    <section aria-label={`Question ${at + 1}`} className="flex flex-col gap-3 p-3">
      <div className="flex items-center gap-2">
        {handle}
        <span className="font-medium">{at + 1}.</span>
        {isScore ? (
          <span className="flex-1 text-2">{questionTypeLabels.score}</span>
        ) : (
          <Select
            aria-label={`Type of question ${at + 1}`}
            size="sm"
            className="w-40"
            value={question.type}
            options={types}
            onChange={(type) => type && onChange(withType(question, type))}
          />
        )}
        <span className="ml-auto" />
        {!isScore && (
          <IconButton
            size="sm"
            label={`Delete question ${at + 1}`}
            icon={<IconTrash aria-hidden />}
            onClick={onDelete}
          />
        )}
      </div>
      {ownFault && (
        <p role="alert" className="text-label text-poor">
          {ownFault}
        </p>
      )}
      <LocalField
        label="Question"
        required
        texts={question.text}
        path={`${path}.text`}
        onChange={(text) => set({ text })}
      />
      <LocalField
        label="Help"
        texts={question.help}
        path={`${path}.help`}
        onChange={(help) => set({ help })}
      />
      <OptionFields {...{ at, question, onChange }} />
      <BoundFields {...{ at, question, onChange }} />
      <LabelFields {...{ at, question, onChange }} />
      {!isScore && (
        <Checkbox
          label="Required"
          checked={question.isRequired}
          onCheckedChange={(isRequired) => set({ isRequired })}
        />
      )}
      <BranchFields {...{ at, question, onChange }} />
    </section>
  )
}
