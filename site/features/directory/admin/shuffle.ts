/** A new order at each visit of the page; without a script the link counts one further. */
for (const link of document.querySelectorAll<HTMLAnchorElement>('a[data-shuffle]')) {
  const address = new URL(link.href)
  address.searchParams.set('seed', String(Math.floor(Math.random() * 1e9)))
  link.href = address.pathname + address.search
}
