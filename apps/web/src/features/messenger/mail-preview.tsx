import type { SyntheticEvent } from 'react'

const unwanted = 'script, iframe, object, embed, link, meta, base, form'
const styles = 'data-style'

/**
 * Puts a mail into a frame, without anything in it that acts. The content policy refuses styles that
 * come with the markup, so they are set from here.
 */
function fill(frame: Document, html: string): void {
  const marked = html
    .replaceAll(/<style\b[^]*?<\/style>/gi, '')
    .replaceAll(/(<[a-z][^<>]*?\s)style=/gi, `$1${styles}=`)
  const mail = new DOMParser().parseFromString(marked, 'text/html')
  for (const element of mail.querySelectorAll(unwanted)) element.remove()
  for (const element of mail.querySelectorAll('*')) {
    for (const name of element.getAttributeNames()) if (name.startsWith('on')) element.removeAttribute(name)
    if (element instanceof HTMLElement) element.style.cssText = element.getAttribute(styles) ?? ''
  }
  frame.body.replaceChildren(...mail.body.childNodes)
  frame.body.style.cssText = mail.body.style.cssText || 'margin: 0'
}

/**
 * A mail as it looks. The frame may run no script, open no window, send no form and lead nowhere; the
 * page may only write into it.
 */
export function MailPreview({ html }: { html: string }) {
  function onLoad(event: SyntheticEvent<HTMLIFrameElement>) {
    const frame = event.currentTarget
    if (!frame.contentDocument) return
    fill(frame.contentDocument, html)
    frame.style.height = `${frame.contentDocument.documentElement.scrollHeight}px`
  }
  return (
    <iframe
      title="Preview of the mail"
      sandbox="allow-same-origin"
      srcDoc="<!doctype html><title>Mail</title><body></body>"
      onLoad={onLoad}
      className="block min-h-80 w-full rounded-card border border-line bg-white"
    />
  )
}
