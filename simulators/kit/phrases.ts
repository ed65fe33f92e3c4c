/** Short invented texts with signs that break careless code: quotes, line ends, emoji, other scripts. */
export const guestPhrases: readonly string[] = [
  'Hello! Is early check-in around noon possible?',
  'We land at 21:40, how do we get the keys?',
  'Is there a cot for our 8 month old?',
  'Bonjour, y a-t-il un parking à côté ?',
  'Gibt es eine Waschmaschine? Danke schön!',
  'The wifi says "wrong password". What is it again?',
  'Thanks a lot 🙏\nSee you on Friday!',
  'Can we leave our bags after check-out?',
  'こんにちは。駅から歩けますか？',
  'We would like to bring our dog, he is small & quiet.',
]

export const hostPhrases: readonly string[] = [
  'Hi and welcome! Check-in is from the time in your booking, the code arrives the day before.',
  'Yes, that works. Just ring the bell <second floor>.',
  'There is free parking behind the house.',
  'Of course. We will put a cot in the small bedroom.',
  'You can store bags in the hall until 16:00.',
  'Here is how to find us: follow the river, then the second street on the left 🙂',
]

export const reviewPhrases: readonly string[] = [
  'Spotless, quiet and exactly as in the pictures. We would come back.',
  'Great place, though the street is loud at night.',
  'Très bel appartement, hôte aux petits soins.',
  'Good location. The second bedroom is smaller than expected.',
  'Alles bestens, gerne wieder!',
  'Lovely view, the shower was a bit cold.',
]

export const guestReviewPhrases: readonly string[] = [
  'Left the place tidy and wrote clearly. Welcome any time.',
  'Friendly guests, kept to the house rules.',
  'Check-out was two hours late, otherwise fine.',
]

export const homeNames: readonly string[] = [
  'Garden Flat',
  'Harbour Loft',
  'Old Mill House',
  'Rooftop Studio',
  'Forest Cabin',
  'Courtyard Apartment',
  'Lakeside Villa',
  'Tiny House',
  'Corner Townhouse',
  'Sunrise Penthouse',
]
