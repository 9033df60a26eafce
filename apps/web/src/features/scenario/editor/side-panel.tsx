import { useEffect, useRef, type ReactNode } from 'react'
import { IconX } from '@tabler/icons-react'
import { useNarrow } from '../../../components/narrow.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'

type SidePanelProps = {
  title: string
  /** What it is about: with another subject the focus goes into it. */
  subject: string
  onClose: () => void
  children: ReactNode
}

/** A panel beside the scenario; on a phone it lies over it. Escape closes it. */
export function SidePanel({ title, subject, onClose, children }: SidePanelProps) {
  const isNarrow = useNarrow()
  if (isNarrow) {
    return (
      <Drawer open onOpenChange={(open) => !open && onClose()} title={title}>
        <div className="flex flex-col gap-4">{children}</div>
      </Drawer>
    )
  }
  return (
    <BesidePanel key={subject} title={title} onClose={onClose}>
      {children}
    </BesidePanel>
  )
}

function BesidePanel({ title, onClose, children }: Omit<SidePanelProps, 'subject'>) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it from each of its controls
    <aside
      aria-label={title}
      className="flex w-95 shrink-0 flex-col border-l border-line bg-surface"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        onClose()
      }}
    >
      <header className="flex h-11 shrink-0 items-center gap-2 border-b border-line pr-2 pl-4">
        <h2
          ref={heading}
          tabIndex={-1}
          className="min-w-0 flex-1 truncate text-title font-semibold outline-none"
        >
          {title}
        </h2>
        <IconButton size="sm" label="Close" icon={<IconX aria-hidden />} onClick={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto overscroll-contain p-4">
        {children}
      </div>
    </aside>
  )
}
