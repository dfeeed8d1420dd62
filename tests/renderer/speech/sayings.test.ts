import { expect, test } from 'vitest'
import { createSayings } from '../../../renderer/components/speech/sayings.ts'

/** A speaker that says a sentence until it is told that the sentence is over. */
function listener() {
  const said: string[] = []
  let over = (): void => undefined
  const sayings = createSayings({
    say: (text) => {
      said.push(text)
      return new Promise((resolve) => {
        over = resolve
      })
    },
    stop: () => void said.push('|'),
    tune: () => undefined,
  })
  /** What is said from now on, sentence after sentence. */
  async function heard(): Promise<string> {
    for (let before = -1; before !== said.length;) {
      before = said.length
      await Promise.resolve()
      over()
      for (let turns = 0; turns < 5; turns++) await Promise.resolve()
    }
    return said.splice(0).join(' ')
  }
  const now = async (): Promise<string> => {
    for (let turns = 0; turns < 5; turns++) await Promise.resolve()
    return said.splice(0).join(' ')
  }
  return { sayings, heard, now }
}

test('a screen says what it is, then what stands there, then what happened', async () => {
  const { sayings, heard } = listener()
  sayings.say('notice', 'refused')
  sayings.say('fact', 'total')
  sayings.say('screen', 'review')
  expect(await heard()).toBe('| review total refused')
})

test('what comes by itself waits for the end of the sentence', async () => {
  const { sayings, now, heard } = listener()
  sayings.say('screen', 'terminal')
  expect(await now()).toBe('| terminal')
  sayings.say('screen', 'printing')
  sayings.say('fact', 'first ticket')
  expect(await now()).toBe('')
  expect(await heard()).toBe('printing first ticket')
})

test('who has moved on hears what they came to at once, and nothing of before', async () => {
  const { sayings, now, heard } = listener()
  sayings.say('screen', 'events')
  sayings.say('fact', 'six choices')
  expect(await now()).toBe('| events')
  sayings.moveOn()
  sayings.say('fact', 'chosen')
  sayings.say('place', 'first')
  expect(await heard()).toBe('| first chosen')
})

test('places that go by by themselves never pile up', async () => {
  const { sayings, now, heard } = listener()
  sayings.say('screen', 'review')
  await now()
  for (const place of ['card', 'cash', 'back']) {
    sayings.say('place', place)
    await now()
  }
  expect(await heard()).toBe('back')
})

test('once again is what was said since the customer moved, twice the whole screen; silence ends it all', async () => {
  const { sayings, now, heard } = listener()
  const whole = () => ['title', 'all of it']
  sayings.say('screen', 'review')
  sayings.say('fact', 'total')
  await heard()
  sayings.moveOn()
  sayings.say('place', 'card')
  await heard()
  sayings.again(whole)
  expect(await heard()).toBe('| card')
  sayings.again(whole)
  expect(await now()).toBe('| title')
  sayings.silence()
  expect(await heard()).toBe('|')
  expect(sayings.isSpeaking()).toBe(false)
})
