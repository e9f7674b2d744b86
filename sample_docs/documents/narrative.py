"""A narrative without headings: a district nurse remembers a winter on an invented island."""

from sample_docs.typeset.blocks import markup
from sample_docs.typeset.document import Design, typeset
from sample_docs.typeset.finish import finish
from sample_docs.typeset.theme import Theme

THEME = Theme(
    title="The winter boat (fictional narrative)",
    short_title="",
    notice="Fictional narrative for software demonstration. Not for clinical use.",
    accent="#4A5568",
    author="Marit Sandhaven (fictional)",
    body_size=12,
    leading=19.2,
)

PARAGRAPHS = markup("""
The boat to Hallow Skerry left at six in the morning, and in January that meant leaving in the
dark. I had been told to bring my own thermos, my own blanket and nothing that I could not bear
to lose over the side. The skipper was called Ansgar Rell. He looked at my bag with the
stethoscope in it, looked at my shoes, and went below to find me a pair of rubber boots that had
belonged to his brother.

I was twenty-six and had worked for three years on a surgical ward in Torvik, where the
corridors were warm and somebody else always knew what to do. The island had been without a
nurse since September. Two hundred and twelve people lived there, the advertisement said, and
the post came with a house. It did not say that the house had been built for a lighthouse keeper
and that the wind went through it as through a basket.

On the first evening the woman from the shop, Gudrun Ask, came with a loaf and a list. The list
had nineteen names on it. Against each she had written what was the matter, in a hand so small
that I had to hold the paper to the lamp: chest, chest, hip, nerves, won't eat, chest. At the
bottom stood her own name with the words: nothing, but I should like to be asked.

I began with the chests. In those first weeks I walked from farm to farm with a lantern, and I
learned the island through its kitchens. People did not describe their illness; they described
their day, and left me to find the place where it had stopped working. Old Peder Holm could
still carry two buckets from the well, but he now put them down at the gate. A year before he
had put them down at the door. There, in those eleven metres, was his heart failure.

Sheep were the other thing I had to learn. A ewe in trouble cannot wait for the boat, and since
I was the only person with sterile gloves I was fetched to the byre as often as to the bedroom.
I protested at first. Then, one night in March, I delivered twin lambs by torchlight with my arm
in to the elbow while the farmer's daughter, who was eight, read me the relevant page from an
almanac. After that I was no longer called the new nurse.

The lighthouse itself had been automatic since before I was born, but the log books were still
in the cupboard under my stairs, forty-one of them, bound in oilcloth. I read them in bed. The
keepers wrote down wind, visibility and passing ships, and allowed themselves one remark a day.
On the ninth of February 1911 the remark was: wife sings. On the tenth: wife sings still. On the
eleventh there was no remark, and on the twelfth the handwriting was another man's. I never
found out what had happened, and nobody on the island knew or would say.

It was from those books that I took the habit of one remark a day. I bought a school notebook in
the shop and wrote down, besides the blood pressures and the dressings, a single line. Most of
my lines are dull. But when the doctor from Torvik, who came every second month if the sea
allowed it, wanted to know how the influenza had moved, I could tell him to the day and the
house. It had come ashore with a crate of oranges on the third of February. By the twentieth,
fifty-eight people had been in bed.

Nobody died of it, and I should like to say that this was my doing. In truth it was the
telephone. There were fourteen telephones on Hallow Skerry, all on one line, and when one rang
they all rang. Gudrun organised a roll call. Each morning at eight she lifted the receiver and
read out the names of the households, and each household answered with a number: how many were
up. If a number fell, or if there was silence, the neighbours went. I have since seen systems of
surveillance that cost a great deal of money and did less.

My mother wrote that I should come home. She had heard the shipping forecast and taken it
personally. Her letters arrived in bundles of three or four, so that her anxieties reached me
already resolved by the next page, and I grew used to reading the last one first. My father
never wrote, but he would add to each envelope a cutting from the newspaper with no comment: the
price of herring, a photograph of a tram, the obituary of a man he had disliked.

In April the ice went out of the harbour in a single night with a noise like furniture being
moved. The children were let out of school to watch. Their teacher, Mr Lindqvist, who had a weak
chest and a good telescope, used the occasion to explain the tides, and I sat on an upturned
boat and listened too. He drew the moon with a stick in the wet sand. He said that the sea was
not pulled up at all, that it was rather a matter of being pulled less, and nobody understood
him, and everybody was content.

He was the patient about whom I thought most. He had lived for years with a cough that he called
his lodger. In May he began to lose weight, and I asked him to come with me on the boat to have
a picture taken. He refused until the end of term. We went on the twenty-third of June. The
shadow was in the upper left lobe and was the size of a plum. What I remember is that he thanked
the radiographer for the clarity of the image.

There is a kind of kindness on small islands that looks like indifference from outside. Nobody
spoke to Mr Lindqvist about his illness. But his woodpile, which he had let go, was found
stacked one morning to the eaves; and when he came back from his operation, thin as an oar, the
school had been moved. They had carried the desks, the stove and the map of the world down the
hill to the net loft beside his house, so that he would have nine steps to walk and not three
hundred.

The summer brought painters. Every year, Gudrun said, there were one or two who had heard about
the light, and they stayed until they found out about the rain. That year it was a couple from
the south with a great many brushes. They asked me to treat a wasp sting and stayed for supper,
and in the course of the evening the husband explained to Ansgar Rell how a boat ought to be
painted so as to look like a boat. Ansgar heard him out. Then he said that his was painted so as
to be found.

I have been asked whether I was lonely. I was, on Sundays between two and five. On other days
there was no room for it. I learned to bake from necessity and to knit from politeness; I
learned to judge by the smoke of a chimney whether somebody had got up. What I missed was not
company but anonymity, the pleasure of walking down a street in Torvik past people who did not
know what I had eaten.

The matter of the medicine cupboard came to light in August. The district had sent an inspector,
a Miss Brandvold, who counted everything twice. She found that I was six ampoules of morphine
short, and she was right. I had given them to Ansgar in February, in a tin, to keep on the boat,
after a deckhand had crushed his hand eleven miles out and had screamed all the way in. I had
written it in the notebook and nowhere else. She read the line, closed the book, and asked
whether I understood that I could lose my licence. I said yes. She said that the tin should have
a lock, and that she had seen no notebook.

Of course there was a storm. People expect one in a story about an island. It came on the fourth
of October and lasted fifty hours, took the roof of the chapel and nine boats, and moved the
harbour mole a metre to the east. I spent it in the net loft with the schoolchildren, because it
had the thickest walls. Mr Lindqvist taught long division throughout. When a shutter went he
raised his voice, and when the second went he moved on to fractions, on the grounds, he said,
that they were suddenly relevant.

After the storm the post office in Torvik sent out a new mast, and with it a young man to put it
up. He was called Jonas, he was afraid of heights, and he had taken the post because he had been
told that the island was flat. It took him five weeks. He sprained a wrist, then an ankle, then
the same wrist; and by the third visit even I had begun to suspect that the mast was not the
reason. I have been married to him for thirty-four years, and he has never climbed anything
since.

We buried Mr Lindqvist in the following spring, on a morning so still that the smoke stood
upright. His telescope went to the farmer's daughter, the one with the almanac, who was then
nine. She is a professor now, somewhere with a warmer climate, and she works on tides. When she
was interviewed for the wireless they asked her who had inspired her, and she said that it had
been a man who drew the moon with a stick and got it slightly wrong.

The island has a bridge today. You can be in Torvik in forty minutes, and the nurse lives there
and drives out on Tuesdays and Fridays in a car with heated seats. The roll call stopped when
everyone had a line of their own. I do not think that things were better in the old days; I
nursed three people through illnesses that would now be settled with a tablet. But I went back
last year and sat in the kitchen that had been Gudrun's, and when the clock struck eight I
noticed that her granddaughter, without a word, had turned her head towards the telephone.
""")


def build() -> bytes:
    """Bytes of the narrative."""
    return finish(*typeset(Design(THEME, running=False, outline=False), PARAGRAPHS))
