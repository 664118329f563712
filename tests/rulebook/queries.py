"""What people type who do not know the words of the rules: everyday words, compounds and slips.

A row has the passages that may be found first (`t` The Game, `b` One Brain, `g` Game of Bluff), and then
a query in English, Dutch, German and French.
"""

SLUGS = {"t": "the-game", "b": "one-brain", "g": "game-of-bluff"}

TABLE = """
t:talking b:talking t:silence | communication | communiceren | Kommunikation | communication
t:talking b:talking t:silence | may I talk | mag ik praten | darf ich reden | est-ce qu'on peut parler
t:talking t:silence b:talking | can I give hints | mag je hints geven | darf man Hinweise geben | donner des indices
t:silence | no talking | mond houden | nicht sprechen | se taire
t:silence | quiet | stil zijn | still sein | chut
t:extreme | lightning | bliksem | Blitz | éclair
t:extreme | infinity | oneindig | Unendlich | infini
t:extreme | command | opdrachten | Befehle | consigne
t:extreme | commands in extreme | opdrachtkaarten | Befehlskarten | consignes extreme
t:minimum | can I skip my turn | beurt overslaan | aussetzen | passer mon tour
t:minimum | do I have to play a card | moet ik een kaart leggen | muss ich eine Karte legen | suis-je obligé de jouer
t:minimum | how many cards per turn | hoeveel kaarten per beurt | wie viele Karten pro Zug | combien de cartes par tour
t:minimum | minimum cards | minimaal aantal kaarten | Mindestanzahl | nombre minimum de cartes
t:drawing b:drawing | how many cards do I draw | hoeveel kaarten moet ik trekken | wie viele Karten ziehen | combien de cartes piocher
t:drawing | draw cards | kaarten trekken | Karten ziehen | tirer des cartes
t:drawing b:drawing | empty draw pile | trekstapel op | Stapel leer | pioche épuisée
t:drawing | refill hand | hand aanvullen | Hand auffüllen | compléter sa main
t:setup | how many cards at the start | hoeveel kaarten krijg je | wie viele Karten am Anfang | combien de cartes au début
t:setup b:setup g:setup | dealing | uitdelen | Karten verteilen | distribution
t:setup b:setup g:setup | preparation | voorbereiding | Vorbereitung | préparation
t:setup | how many cards with three players | hoeveel kaarten met drie spelers | wieviel karten bei drei spielern | combien de cartes à trois joueurs
t:starter-before-first-card b:starter-before-first-card g:first-starter | who goes first | wie mag eerst | wer fängt an | qui joue en premier
t:starter-before-first-card b:starter-before-first-card g:first-starter | starting player | startspeler | Startspieler | premier joueur
g:first-starter | liar | leugen | lügen | mensonge
t:ten-back | jump back | tien terugspringen | zurückspringen | sauter en arrière
t:ten-back | exactly ten | precies tien | genau zehn | exactement dix
t:ten-back | reverse | omgekeerd | rückwärts | reculer
t:pile-direction | higher or lower | hoger of lager | höher oder niedriger | plus haut ou plus bas
t:pile-direction | ascending pile | oplopende stapel | aufsteigender Stapel | pile montante
t:pile-direction | descending | aflopend | absteigend | descendante
t:stuck | no card fits | geen kaart past | keine Karte passt | aucune carte ne convient
t:the-end t:stuck t:command-broken b:limit-reached b:the-end g:the-end g:limit-passed | game over | game over | verloren | partie perdue
t:beaten t:aim b:won g:limit-passed | winner | winnaar | Gewinner | gagnant
t:the-end t:beaten t:stuck b:the-end g:the-end g:limit-passed g:last-turns | end of the game | einde van het spel | Spielende | fin du jeu
t:score g:score | scoring | puntentelling | Punkte zählen | compter les points
t:score | how good is our result | hoe goed is onze uitslag | wie gut ist unser Ergebnis | notre résultat est-il bon
t:solo b:solo | alone | alleen spelen | allein spielen | jouer seul
t:solo b:solo | single player | in mijn eentje | Einzelspieler | en solitaire
t:expert t:smaller-hand | harder | moeilijker | schwieriger | plus difficile
t:smaller-hand | one card less | een kaart minder | eine Karte weniger | une carte de moins
t:skull | death | dood | Tod | mort
t:skull | cover the skull | doodshoofd bedekken | Totenkopf abdecken | recouvrir la tête de mort
t:stop | end turn immediately | beurt meteen voorbij | Zug sofort beenden | fin immédiate du tour
t:three | three cards exactly | drie kaarten precies | drei Karten genau | trois cartes exactement
t:no-trick | ten back forbidden | tien terug verboden | Zehn zurück verboten | retour interdit
t:same-pile | one pile only | alles op een stapel | alles auf einen Stapel | tout sur une pile
t:draw-one | only draw one card | maar een kaart trekken | nur eine Karte ziehen | piocher une seule carte
t:on-fire t:fire-open | burning card | brandende kaart | brennende Karte | carte qui brûle
t:fire-open t:on-fire | extinguish | blussen | löschen | éteindre
t:aids | counting cards | kaarten tellen | Karten zählen | compter les cartes
t:aids | which cards are gone | welke kaarten zijn weg | welche Karten sind weg | quelles cartes sont sorties
b:one-look b:talking b:remove-kind | discrad pile | aflegstapel | Ablagestapel | défausse
b:take-back | taking a column back | kolom terugpakken | Spalte zurücknehmen | reprendre une colonne
b:donate | give a card away | kaart weggeven | Karte abgeben | donner une carte
b:remove-kind | remove animals | dieren weghalen | Tiere entfernen | retirer des animaux
b:remove-colour | get rid of a color | kleur weg | Farbe loswerden | enlever une couleur
b:limit-reached | too many cards in the middle | te veel kaarten in het midden | zu viele Karten in der Mitte | trop de cartes au milieu
b:levels | difficulty | moeilijkheid | Schwierigkeit | difficulté
b:domain | cards in front of me | kaarten voor me | Karten vor mir | cartes devant moi
b:extra | second card | tweede kaart | zweite Karte | deuxième carte
b:attempts | try again | opnieuw proberen | noch mal versuchen | réessayer
g:ties | same points | evenveel punten | gleich viele Punkte | même nombre de points
g:ties | tied | gelijk spel | Gleichstand | ex aequo
t:a-turn b:a-turn g:a-turn | what can I do on my turn | wat mag ik in mijn beurt | was darf ich in meinem Zug | que faire à mon tour
g:a-turn | swapping cards | kaarten wisselen | Karten tauschen | échanger des cartes
g:limit g:limit-passed | maximum points | maximum aantal punten | Höchstpunktzahl | maximum de points
g:last-turns g:ending-emma | last round | laatste beurt | letzter Zug | dernier tour
g:stopped | stop early | eerder stoppen | früher aufhören | arrêter plus tôt
g:redemption-rik | zero points | nul punten | null Punkte | zéro point
g:peeping-babet | peek at a card | kaart bekijken | heimlich schauen | regarder une carte
g:nathalie-nope | veto | tegenhouden | verhindern | empêcher
g:characters | special roles | rollen | Rollen | rôles
g:confrontations | who beats whom | wie wint van wie | wer gegen wen | qui bat qui
g:starter | next round | volgende ronde | nächste Runde | manche suivante
"""

# Slips of one letter, and words of the language of the phone that another language has by chance.
SLIPS = {
    "en": {"scull": "t:skull", "comands": "t:extreme", "minimun": "t:minimum", "refil hand": "t:drawing",
           "talkin": "t:talking b:talking", "doman": "b:domain", "charcters": "g:characters"},
    "nl": {"trkken": "t:drawing", "hoeveel kaarten moet ik trkken": "t:drawing b:drawing", "doodshofd": "t:skull",
           "zombi": "b:deck", "stlite": "t:silence", "opdrcht": "t:extreme"},
    "de": {"wieviel karten bei drei spielren": "t:setup", "Totenkpf": "t:skull", "Befhel": "t:extreme",
           "Zombie": "b:deck", "Nachziestapel": "t:drawing", "lugen": "g:first-starter"},
    "fr": {"consinge": "t:extreme", "piohce": "t:drawing b:drawing", "tete de mrt": "t:skull",
           "egalité": "g:ties", "silense": "t:silence"},
}  # fmt: skip


def queries() -> list[tuple[str, str, frozenset[tuple[str, str]]]]:
    """Language, query, and the passages of which one has to be first."""
    asked = []
    for row in TABLE.strip().splitlines():
        found, *said = (cell.strip() for cell in row.split("|"))
        asked += [(language, query, places(found)) for language, query in zip(
            ("en", "nl", "de", "fr"), said, strict=True)]  # fmt: skip
    asked += [
        (language, query, places(found))
        for language, rows in SLIPS.items()
        for query, found in rows.items()
    ]
    return asked


def places(written: str) -> frozenset[tuple[str, str]]:
    pairs = (each.split(":") for each in written.split())
    return frozenset((SLUGS[game], anchor) for game, anchor in pairs)
