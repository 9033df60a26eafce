import { Suspense, useState } from 'react'
import { IconDots } from '@tabler/icons-react'
import { useAction, useShortcut } from '../../../components/shortcuts.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { useRecordScreen } from '../../../entities/record-screen/index.ts'
import { usePrint } from './use-print.ts'
import { useStateActs, type Question } from './use-state-acts.ts'

const RecordMenuItems = lazyPart(() => import('./record-menu-items.tsx'), 'RecordMenuItems')
const StateQuestion = lazyPart(() => import('./state-question.tsx'), 'StateQuestion')
const ChurnQuestion = lazyPart(() => import('./churn-question.tsx'), 'ChurnQuestion')
const PictureDialog = lazyPart(() => import('./picture-dialog.tsx'), 'PictureDialog')
const MoveDialog = lazyPart(() => import('./move-dialog.tsx'), 'MoveDialog')

/** What can be done with the record as a whole. */
export function RecordMenu({ onAssign }: { onAssign: () => void }) {
  const { mayEdit } = useRecordScreen()
  const menu = useAnchor('menu')
  const [question, setQuestion] = useState<Question | null>(null)
  const close = () => setQuestion(null)
  const print = usePrint()
  return (
    <>
      <IconButton
        label="More actions"
        size="sm"
        variant="secondary"
        icon={<IconDots aria-hidden />}
        {...menu.button}
      />
      <PrintAction print={print} />
      {mayEdit && <RecordActions onAsk={setQuestion} />}
      <Suspense>
        {menu.used && (
          <RecordMenuItems
            anchor={menu.anchor}
            onClose={menu.close}
            onAssign={onAssign}
            onAsk={setQuestion}
            onPrint={print}
          />
        )}
        {question === 'move' && <MoveDialog onClose={close} />}
        {question === 'picture' && <PictureDialog onClose={close} />}
        {question === 'archive' && <StateQuestion onClose={close} />}
        {question === 'churn' && <ChurnQuestion onClose={close} />}
      </Suspense>
    </>
  )
}

function PrintAction({ print }: { print: () => void }) {
  useAction(print, 'Print', 'Record')
  return null
}

/** E archives, and restores what is archived; the command menu offers the other acts as well. */
function RecordActions({ onAsk }: { onAsk: (question: Question) => void }) {
  const { level, record } = useRecordScreen()
  const { archive, churn } = useStateActs(onAsk)
  const { entityArchived, churned } = record.globalFields
  const group = 'Record'
  useShortcut('e', archive, { label: entityArchived ? 'Restore' : 'Archive', group })
  useAction(level.id < 3 ? churn : null, churned ? 'Undo churn' : 'Mark churned…', group)
  useAction(churned ? () => onAsk('churn') : null, 'Edit churn details…', group)
  useAction(level.id === 1 ? null : () => onAsk('move'), 'Move…', group)
  useAction(() => onAsk('picture'), 'Picture…', group)
  return null
}
