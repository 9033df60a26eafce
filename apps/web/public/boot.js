// Runs before the first paint, so that a forced theme and a folded sidebar never flash.
;(function () {
  try {
    var theme = localStorage.getItem('steward.theme')
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    if (localStorage.getItem('steward.sidebar') === 'folded')
      document.documentElement.dataset.sidebar = 'folded'
  } catch {
    // Storage may be off; the system's theme holds then.
  }
})()
