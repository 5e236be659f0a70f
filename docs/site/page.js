// SPDX-License-Identifier: MIT
// What keys and screen readers need beside the theme: programs and tables that are wider than the page scroll by themselves, and get the focus;
// the two lists beside a page have names.
document.addEventListener('DOMContentLoaded', () => {
  document.querySelector('.sidebar-drawer')?.setAttribute('aria-label', 'Pages')
  document.querySelector('.toc-drawer')?.setAttribute('aria-label', 'On this page')
  const mark = () => {
    for (const box of document.querySelectorAll('.table-wrapper, .highlight pre')) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0
      else box.removeAttribute('tabindex')
    }
  }
  mark()
  window.addEventListener('resize', mark)
})
