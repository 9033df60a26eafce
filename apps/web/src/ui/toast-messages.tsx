import { useEffect } from 'react'
import { Toast } from '@base-ui/react/toast'
import { IconAlertCircle, IconCircleCheck, IconInfoCircle, IconX } from '@tabler/icons-react'
import { cx } from './cx.ts'
import { holdMessages, showMessages, toastManager, type ToastData } from './toast-store.ts'

const most = 3

/** Beside what is at the right edge as far as there is room; where a drawer or dialog leaves too little, at the top. */
const place = cx(
  'right-[max(1rem,min(1rem_+_max(var(--panel-width,0px),var(--drawer-width,0px)),100vw_-_23rem))]',
  'bottom-[calc(1rem+var(--toast-lift,0px))]',
  '[[data-overlaid]_&]:max-[90rem]:top-14 [[data-overlaid]_&]:max-[90rem]:bottom-auto',
)

const marks = {
  done: <IconCircleCheck size={16} className="shrink-0 text-good-mark" aria-hidden />,
  info: <IconInfoCircle size={16} className="shrink-0 text-info" aria-hidden />,
  error: <IconAlertCircle size={16} className="shrink-0 text-poor-mark" aria-hidden />,
}

/** The messages themselves, which load after the page; `Toaster` has their place. */
export function ToastMessages() {
  useEffect(() => {
    showMessages()
    return holdMessages
  }, [])
  return (
    <Toast.Provider toastManager={toastManager} limit={most}>
      <Toast.Viewport
        aria-label="Messages"
        className={`pointer-events-none fixed z-50 flex w-[min(22rem,calc(100vw-2rem))] flex-col-reverse gap-2 ${place}`}
      >
        <Messages />
      </Toast.Viewport>
    </Toast.Provider>
  )
}

function Messages() {
  const { toasts } = Toast.useToastManager<ToastData>()
  return toasts.map((toast) => <Message key={toast.id} toast={toast} />)
}

function Message({ toast }: { toast: Toast.Root.ToastObject<ToastData> }) {
  const { tone = 'info', action } = toast.data ?? {}
  return (
    <Toast.Root
      toast={toast}
      swipeDirection={[]}
      // A message asks for nothing, so it is no dialog to assistive technology.
      role="group"
      aria-modal={undefined}
      className="rise-in pointer-events-auto flex items-start gap-2.5 rounded-card border border-line bg-raised py-2 pr-1.5 pl-3 text-body text-1 shadow-float data-limited:hidden"
    >
      <span className="flex h-6 items-center">{marks[tone]}</span>
      <Toast.Title render={<p />} className="min-w-0 flex-1 py-0.5 wrap-anywhere" />
      {action && (
        <Toast.Action
          className="h-6 shrink-0 rounded-chip px-1.5 font-medium text-accent-text hover:bg-raised-hover"
          onClick={() => {
            toastManager.close(toast.id)
            action.run()
          }}
        >
          {action.label}
        </Toast.Action>
      )}
      <Toast.Close
        aria-label="Close message"
        // It can be pressed at any time, not only while the messages are spread out.
        aria-hidden={false}
        className="flex size-6 shrink-0 items-center justify-center rounded-chip text-3 hover:bg-raised-hover hover:text-1"
      >
        <IconX size={14} aria-hidden />
      </Toast.Close>
    </Toast.Root>
  )
}
