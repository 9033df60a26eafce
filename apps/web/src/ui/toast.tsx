import { useEffect, useState, useSyncExternalStore } from 'react'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { closeToast, readToasts, subscribeToasts, type Toast } from './toast-store.ts'

export { toast } from './toast-store.ts'

const lifetime = 6000

const marks = {
  done: <IconCircleCheck size={16} className="shrink-0 text-good-mark" aria-hidden />,
  info: <IconInfoCircle size={16} className="shrink-0 text-info" aria-hidden />,
  error: <IconAlertCircle size={16} className="shrink-0 text-poor-mark" aria-hidden />,
}

/** Lower right, left of an open panel and above a bar (`makeRoom`). The pointer or the focus stops the clock. */
export function Toaster() {
  const toasts = useSyncExternalStore(subscribeToasts, readToasts)
  const [held, setHeld] = useState(false)
  return (
    // The listeners only stop the clock; nothing here can be operated but the buttons inside.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label="Messages"
      aria-live="polite"
      data-print="off"
      data-messages=""
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-none fixed right-[calc(1rem+var(--panel-width,0px))] bottom-[calc(1rem+var(--toast-lift,0px))] z-50 flex w-[min(22rem,calc(100vw-2rem))] flex-col gap-2"
    >
      {toasts.map((toast) => (
        <Card key={toast.id} toast={toast} held={held} />
      ))}
    </section>
  )
}

function Card({ toast, held }: { toast: Toast; held: boolean }) {
  const { id, tone, text, action } = toast
  useEffect(() => {
    if (held || tone === 'error') return
    const timer = window.setTimeout(() => closeToast(id), lifetime)
    return () => window.clearTimeout(timer)
  }, [id, tone, held])
  return (
    <div className="rise-in pointer-events-auto flex items-start gap-2.5 rounded-card border border-line bg-raised py-2 pr-1.5 pl-3 text-body text-1 shadow-float">
      <span className="flex h-6 items-center">{marks[tone]}</span>
      <p className="min-w-0 flex-1 py-0.5 wrap-anywhere">{text}</p>
      {action && (
        <button
          type="button"
          className="h-6 shrink-0 rounded-chip px-1.5 font-medium text-accent-text hover:bg-raised-hover"
          onClick={() => {
            closeToast(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Close message"
        className="flex size-6 shrink-0 items-center justify-center rounded-chip text-3 hover:bg-raised-hover hover:text-1"
        onClick={() => closeToast(id)}
      >
        <IconX size={14} aria-hidden />
      </button>
    </div>
  )
}
