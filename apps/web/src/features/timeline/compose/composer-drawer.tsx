import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { ComposerNotes, type ComposerWays } from './composer-notes.tsx'
import type { Composer } from '../../../entities/draft/index.ts'

type ComposerDrawerProps<Form extends object> = {
  title: string
  /** What the button says: "Save note". */
  action: string
  composer: Composer<Form>
  onClose: () => void
  ways?: ComposerWays<Form>
  children: ReactNode
}

/** The panel in which an entry is written. Closing it keeps what was typed; Ctrl or ⌘ Enter saves. */
export function ComposerDrawer<Form extends object>({
  title,
  action,
  composer,
  onClose,
  ways,
  children,
}: ComposerDrawerProps<Form>) {
  const body = useRef<HTMLDivElement>(null)

  async function save(how?: Parameters<typeof composer.save>[0]) {
    if (await composer.save(how)) return onClose()
    // What is wrong gets the cursor, once it is marked.
    requestAnimationFrame(() => body.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void save()
  }

  return (
    <Drawer
      open
      width={680}
      title={title}
      onOpenChange={(open) => !open && onClose()}
      footer={
        <div className="flex w-full items-center gap-2">
          <p className="mr-auto min-w-0 truncate text-label text-3" role="status">
            {composer.dirty ? 'Draft saved' : ''}
          </p>
          <Button
            onClick={() => {
              composer.discard()
              onClose()
            }}
          >
            {composer.dirty ? 'Discard' : 'Cancel'}
          </Button>
          <Button variant="primary" busy={composer.busy} onClick={() => void save()}>
            {action}
          </Button>
        </div>
      }
    >
      {/* The key that saves works from every field. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div ref={body} className="flex flex-col gap-4" onKeyDown={onKeyDown}>
        <ComposerNotes composer={composer} ways={ways} onSave={(how) => void save(how)} />
        {children}
      </div>
    </Drawer>
  )
}
