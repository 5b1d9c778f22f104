"""Nouns that say what somebody is by trade: they stand side by side ("actor and singer")."""

from __future__ import annotations

ROLES = frozenset(
    "academic accountant activist actor actress admiral adventurer advocate agronomist "
    "ambassador analyst anatomist animator anthropologist apothecary archaeologist "
    "archeologist archer "
    "archbishop architect artist astronaut astronomer athlete attorney author aviator baker "
    "ballerina "
    "banker baritone barrister bassist biochemist biographer biologist bishop bodybuilder "
    "bureaucrat businessperson blogger botanist "
    "boxer broadcaster businessman businesswoman campaigner cardinal cardiologist cartographer "
    "cartoonist cellist chef chemist choreographer cinematographer clarinetist clergyman cleric "
    "climber coach columnist comedian commander commentator composer conductor critic cricketer "
    "curator cyclist dancer dentist designer diplomat director doctor dramatist driver drummer "
    "economist editor educator educationist engineer engraver entomologist entrepreneur essayist "
    "ethnographer evangelist executive explorer farmer feminist fencer filmmaker flautist "
    "footballer forward geneticist geographer geologist goalkeeper golfer governor guitarist "
    "gymnast harpsichordist historian host humanist humanitarian hymnwriter illustrator "
    "impresario industrialist inventor investor journalist judge jurist keyboardist lawyer "
    "lecturer librarian librettist linguist lithographer logician lyricist magician magistrate "
    "manager mathematician mechanic merchant meteorologist midfielder midwife minister "
    "missionary model monk mountaineer musician musicologist monarch naturalist "
    "navigator neurologist "
    "neuroscientist novelist nun nurse oceanographer officer organist orientalist "
    "ornithologist painter paleontologist pastor pathologist patron pediatrician performer "
    "personality pharmacist philanthropist philologist philosopher photographer photojournalist "
    "physician physicist physiologist pianist pilot pioneer pitcher playwright poet politician "
    "pope preacher presenter priest printer printmaker producer professor programmer "
    "psychiatrist psychoanalyst psychologist publicist publisher quarterback rabbi racer rapper "
    "reformer researcher rower runner sailor saxophonist scholar scientist screenwriter sculptor "
    "senator singer skater skier sociologist soldier solicitor songwriter soprano speaker "
    "spokesman sportsman sportswoman sprinter statesman statistician striker suffragette surfer "
    "surgeon surveyor swimmer teacher tenor theologian theorist translator trumpeter tutor "
    "typographer umpire violinist violist virologist vocalist warrior winemaker wrestler writer "
    "youtuber zoologist citizen player leader founder owner fighter star "
    "veteran socialite aristocrat nobleman noblewoman queen king emperor prince princess duke "
    "secretary mayor figure worker servant administrator".split()
)
"""People by what they do; not complete, and needs not be: an unknown role stays unsplit."""

STUDIED_OR_SPOKEN = frozenset(
    "teacher professor lecturer translator instructor scholar major student tutor".split()
)
"""After these an adjective of nationality may mean the subject ("an English teacher")."""

NAMED_BY_NATION = frozenset(
    "football horn language literature history music philosophy cuisine revolution army navy "
    "open league premier parliament embassy ambassador ministry government senate house idol "
    "studies art dance folk royal air national civil war team championship".split()
)
"""Before these it names a game, a body or a field ("an American football coach")."""
