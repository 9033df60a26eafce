import { Suspense, lazy, useState } from 'react'
import { IconDots } from '@tabler/icons-react'
import { useShortcut } from '../../../components/shortcuts.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { useAnchor } from '../../../ui/use-anchor.ts'
import { useRecordScreen } from '../record-screen.ts'
import { useStateActs, type Question } from './use-state-acts.ts'

const RecordMenuItems = lazy(() =>
  import('./record-menu-items.tsx').then((file) => ({ default: file.RecordMenuItems })),
)
const StateQuestion = lazy(() =>
  import('./state-question.tsx').then((file) => ({ default: file.StateQuestion })),
)
const MoveDialog = lazy(() => import('./move-dialog.tsx').then((file) => ({ default: file.MoveDialog })))

/** What can be done with the record as a whole. */
export function RecordMenu({ onAssign }: { onAssign: () => void }) {
  const { mayEdit } = useRecordScreen()
  const menu = useAnchor('menu')
  const [question, setQuestion] = useState<Question | null>(null)
  const close = () => setQuestion(null)
  return (
    <>
      <IconButton
        label="More actions"
        size="sm"
        variant="secondary"
        icon={<IconDots aria-hidden />}
        {...menu.button}
      />
      {mayEdit && <ArchiveKey onAsk={setQuestion} />}
      <Suspense>
        {menu.used && (
          <RecordMenuItems
            anchor={menu.anchor}
            onClose={menu.close}
            onAssign={onAssign}
            onAsk={setQuestion}
          />
        )}
        {question === 'move' && <MoveDialog onClose={close} />}
        {(question === 'archive' || question === 'churn') && (
          <StateQuestion question={question} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

/** E archives, and restores what is archived. */
function ArchiveKey({ onAsk }: { onAsk: (question: Question) => void }) {
  const { record } = useRecordScreen()
  const { archive } = useStateActs(onAsk)
  const label = record.globalFields.entityArchived ? 'Restore' : 'Archive'
  useShortcut('e', archive, { label, group: 'Record' })
  return null
}
