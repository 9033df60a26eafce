import { IconPlus } from '@tabler/icons-react'
import { surveyLimits } from '@steward/contracts/plain/survey'
import type { Question } from '@steward/contracts/survey/definition'
import { DragHandle } from '../../../components/order/drag-handle.tsx'
import { dropEdge, useDragOrder } from '../../../components/order/use-drag-order.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Menu, MenuItem } from '../../../ui/menu.tsx'
import { addedTypes, moved, newQuestion, questionTypeLabels } from './draft.rules.ts'
import { QuestionCard } from './question-card.tsx'
import { useEditor } from './use-survey-editor.ts'

/** The questions in their order. */
export function QuestionsPanel() {
  const { draft, update, faults, asked } = useEditor()
  const { questions } = draft
  const set = (next: Question[]) => update({ questions: next })

  const drag = useDragOrder((key, target, side) => {
    const from = questions.findIndex((one) => one.key === key)
    const at = questions.findIndex((one) => one.key === target)
    if (from < 0 || at < 0) return
    const to = at + (side === 'after' ? 1 : 0) - (from < at ? 1 : 0)
    set(moved(questions, from, to - from))
  })

  return (
    <div className="flex flex-col gap-3">
      {faults.questions && (
        <p role="alert" className="text-poor">
          {faults.questions}
        </p>
      )}
      <ol aria-label="Questions" className="flex flex-col gap-3">
        {questions.map((question, at) => {
          const { row, handle } = drag(question.key)
          const name = `question ${at + 1}`
          return (
            <li key={question.key} {...row} className={cx('rounded-card border border-line', dropEdge)}>
              <QuestionCard
                at={at}
                question={question}
                handle={
                  <DragHandle name={name} dragging={handle} onMove={(by) => set(moved(questions, at, by))} />
                }
                onChange={(next) => set(questions.with(at, next))}
                onDelete={() => set(questions.toSpliced(at, 1))}
              />
            </li>
          )
        })}
      </ol>
      {questions.length < surveyLimits.questions && (
        <Menu
          trigger={
            <Button icon={<IconPlus aria-hidden />} className="self-start">
              Add question
            </Button>
          }
        >
          {addedTypes.map((type) => (
            <MenuItem key={type} onSelect={() => set([...questions, newQuestion(type, questions, asked)])}>
              {questionTypeLabels[type]}
            </MenuItem>
          ))}
        </Menu>
      )}
    </div>
  )
}
