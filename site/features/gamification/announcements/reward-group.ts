import { m } from '#site/lib/messages.ts'

export function createRewardGroup() {
  const root = document.createElement('div')
  const fold = document.createElement('button')
  const list = document.createElement('div')
  let isOpen = false
  root.className = 'reward-group'
  fold.type = 'button'
  fold.className = 'reward-fold'
  list.className = 'reward-list'
  list.id = 'reward-list'
  fold.setAttribute('aria-controls', list.id)
  root.append(fold, list)

  function update(): void {
    const count = list.childElementCount
    fold.textContent = m.achievements_unlocked_count({ count })
    fold.hidden = count < 2
    fold.ariaExpanded = String(isOpen)
    list.hidden = count > 1 && !isOpen
  }

  // Cards go on their way once the pointer leaves: only the keyboard's focus holds them.
  fold.addEventListener('mousedown', (event) => event.preventDefault())
  fold.addEventListener('click', () => {
    isOpen = !isOpen
    update()
  })

  return {
    root,
    /** Returns the function that takes the card away. */
    add(card: HTMLElement): () => void {
      list.append(card)
      update()
      return () => {
        card.remove()
        update()
      }
    },
    isEmpty: () => list.childElementCount === 0,
  }
}
