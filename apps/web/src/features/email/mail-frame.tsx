import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'

const shortest = 48
const openClass = 'open'

type MailFrameProps = {
  url: string
  hasPictures: boolean
  hasQuote: boolean
  /** The address is over. */
  onExpired: () => void
}

/**
 * A mail as it looks, in a frame without scripts. Its page comes from the server under a policy of its own;
 * pictures from elsewhere are loaded only once they are asked for.
 */
export function MailFrame({ url, hasPictures, hasQuote, onExpired }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [page, setPage] = useState<Document | null>(null)
  const [pictures, setPictures] = useState(false)
  const [quote, setQuote] = useState(false)

  useEffect(() => {
    page?.documentElement.classList.toggle(openClass, quote)
  }, [page, quote])

  useEffect(() => {
    if (!page) return
    const fit = () => {
      if (frame.current) frame.current.style.height = `${Math.max(shortest, page.body.scrollHeight)}px`
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(page.body)
    return () => observer.disconnect()
  }, [page])

  function onLoad() {
    const shown = frame.current?.contentDocument ?? null
    if (shown && shown.contentType !== 'text/html') onExpired()
    else setPage(shown)
  }

  return (
    <div className="flex flex-col items-start gap-2">
      {hasPictures && !pictures && (
        <p className="flex flex-wrap items-center gap-2 text-label text-2">
          Remote images are blocked to protect your privacy.
          <Button size="sm" onClick={() => setPictures(true)}>
            Show images
          </Button>
        </p>
      )}
      <iframe
        ref={frame}
        title="Email text"
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        src={pictures ? `${url}?pictures=1` : url}
        onLoad={onLoad}
        className="block min-h-12 w-full rounded-control border border-line bg-white"
      />
      {hasQuote && (
        <Button size="sm" variant="ghost" aria-expanded={quote} onClick={() => setQuote(!quote)}>
          {quote ? 'Hide quoted text' : 'Show quoted text'}
        </Button>
      )}
    </div>
  )
}
